import { type RefObject, useEffect, useRef } from 'react'

/** Of a page's one h1, which takes the focus when the page opens, so that it is read out. */
export const useFocusedHeading = (title: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Pursestrings`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return heading
}
