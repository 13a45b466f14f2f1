/** `j` and `k` walk over the rows by their links, so that Enter opens one and a screen reader says where it is. */
import { type RefObject, useEffect } from 'react'
import { singleKeys } from '../palette/keys.ts'

/** Keys that somebody types into a field, presses with another one or has switched off mean something else. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !singleKeys.on() ||
  ctrlKey ||
  metaKey ||
  altKey ||
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)))

export const useRowKeys = (rows: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key]
      if (step === undefined || isTyping(event)) return
      const links = Array.from(rows.current?.querySelectorAll('a') ?? [])
      const at = links.findIndex((link) => link === document.activeElement)
      const next = links[at === -1 ? 0 : at + step]
      next?.focus()
      next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', walk)
    return () => document.removeEventListener('keydown', walk)
  }, [rows])
}
