/** How many seconds are left until something has been in view, on a page that is in view, for so long. */
import { type RefObject, useEffect, useState } from 'react'

const LOOK_MS = 100
/** Most of it: a card that is cut by the edge of the screen has been seen, one that only peeks in has not. */
const SHARE = 0.6

export const useSeenFor = (what: RefObject<Element | null>, seconds: number, wanted: boolean): number => {
  const [seen_ms, setSeen] = useState(0)
  useEffect(() => {
    const element = what.current
    if (!wanted || !element) return
    let in_view = false
    const watch = new IntersectionObserver(
      (entries) => {
        in_view = (entries.at(-1)?.intersectionRatio ?? 0) >= SHARE
      },
      { threshold: [0, SHARE, 1] },
    )
    watch.observe(element)
    const look = setInterval(() => {
      if (in_view && document.visibilityState === 'visible') setSeen((ms) => Math.min(ms + LOOK_MS, seconds * 1000))
    }, LOOK_MS)
    return () => {
      watch.disconnect()
      clearInterval(look)
    }
  }, [what, seconds, wanted])
  return Math.ceil((seconds * 1000 - seen_ms) / 1000)
}
