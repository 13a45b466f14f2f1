import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How wide an element is now: a chart is drawn at its own size, so that its words stay readable on a phone. */
export const useWidth = <E extends HTMLElement>(): [RefObject<E | null>, number] => {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
