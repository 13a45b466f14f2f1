/** Keys for those who know them. They never approve, sign or change anything. */
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useNew, usePageGroups } from '../frame/use-service.ts'
import { ask, onAsked, whatIsAsked } from './ask.ts'
import { singleKeys } from './keys.ts'
import { ASKS_NEW } from './use-asks-new.ts'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const KeyMap = lazy(async () => ({ default: (await import('./KeyMap.tsx')).KeyMap }))

const SECOND_KEY_MS = 1_500
const FORM_MS = 2_000
const SETTLED_MS = 60

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The page may have to be loaded first, and its heading takes the focus when it opens. */
const focusForm = (of: string, until = performance.now() + FORM_MS): void => {
  const shown = document.querySelector('.side nav a[aria-current="page"]')?.getAttribute('href')
  const field = document.querySelector<HTMLElement>('main form :is(input, select, textarea)')
  if (shown === of && field) setTimeout(() => field.focus(), SETTLED_MS)
  else if (performance.now() < until) requestAnimationFrame(() => focusForm(of, until))
}

export const Shortcuts = () => {
  const { t } = useTranslation()
  const asked = useSyncExternalStore(onAsked, whatIsAsked)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [copied, setCopied] = useState(false)
  const pages = usePageGroups().flatMap((group) => group.pages)
  const makes = useNew()
  const first = useRef<{ readonly key: string; readonly at: number }>(undefined)
  useEffect(() => {
    const copy = async () => {
      // The id of what is open is the last part of its address.
      const [, , ...rest] = pathname.split('/')
      const beside = new URLSearchParams(search).get('open')
      const id = beside?.slice(beside.indexOf('/') + 1) ?? rest.at(-1)
      if (id === undefined) return
      await navigator.clipboard.writeText(beside === null ? decodeURIComponent(id) : id)
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    }
    const hear = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event
      if ((event.metaKey || event.ctrlKey) && !event.altKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!document.querySelector('dialog[open]')) ask('palette')
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat || !singleKeys.on()) return
      if (isTyping(target) || document.querySelector('dialog[open]')) return
      const before = first.current && timeStamp - first.current.at < SECOND_KEY_MS ? first.current.key : undefined
      first.current = undefined
      const page = before === 'g' ? pages.find((one) => one.key === key) : undefined
      const made = before === 'n' ? makes.find(([own]) => own === key)?.[1] : undefined
      if (page) void navigate(page.to)
      else if (made) {
        void navigate(made.to, { state: ASKS_NEW })
        focusForm(made.to)
      } else if (key === 'g' || key === 'n') first.current = { key, at: timeStamp }
      else if (key === '?') ask('keys')
      else if (key === 'c') void copy()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [navigate, pathname, search, pages, makes])
  return (
    <>
      <p className="toast" role="status" hidden={!copied}>
        {copied && t('copy.done')}
      </p>
      <Suspense>
        {asked === 'palette' && <Palette />}
        {asked === 'keys' && <KeyMap />}
      </Suspense>
    </>
  )
}
