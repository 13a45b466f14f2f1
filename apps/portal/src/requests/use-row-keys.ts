/** `j` and `k`, or the arrows, walk over the rows by their links, so that Enter opens one and a screen reader says where it is. */
import { type RefObject, useEffect, useRef } from 'react'
import { singleKeys } from '../palette/keys.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

/** Keys that somebody types into a field, presses with another one or has switched off mean something else. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !singleKeys.on() || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null || isField(target)

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** From the search field, an arrow goes to the rows that it found. */
const isOfRows = (event: KeyboardEvent, rows: HTMLElement | null): boolean => {
  if (!event.key.startsWith('Arrow')) return !isTyping(event)
  const { target } = event
  if (target instanceof HTMLInputElement) return target.type === 'search' && event.key === 'ArrowDown'
  return target === document.body || rows?.contains(target as Node) === true
}

/** `onMove` learns of the link that was gone to. */
export const useRowKeys = (rows: RefObject<HTMLElement | null>, onMove: (link: HTMLAnchorElement) => void): void => {
  const told = useRef(onMove)
  told.current = onMove
  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (step === undefined || !isOfRows(event, rows.current)) return
      const links = Array.from(rows.current?.querySelectorAll('a') ?? [])
      const at = links.findIndex((link) => link === document.activeElement)
      const next = links[at === -1 ? 0 : at + step]
      if (!next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.closest('li')?.scrollIntoView({ block: 'nearest' })
      told.current(next)
    }
    document.addEventListener('keydown', walk)
    return () => document.removeEventListener('keydown', walk)
  }, [rows])
}
