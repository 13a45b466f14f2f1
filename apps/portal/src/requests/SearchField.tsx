/** Finds requests by words of their title, their number, amount or transaction, while it is typed. `/` goes to it. */
import { type KeyboardEvent as KeyPress, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX, searchIn } from './filters.ts'
import { isTyping } from './use-row-keys.ts'

interface Props {
  readonly query: URLSearchParams
  readonly onSearch: (q: string) => void
}

const PAUSE_MS = 250

export const SearchField = ({ query, onSearch }: Props) => {
  const { t } = useTranslation()
  const text = searchIn(query)
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  // "Back", a view and "clear" change the address; the field follows, unless somebody is typing in it.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(text)
  }, [text])
  const search = useRef(onSearch)
  search.current = onSearch
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search.current(value.trim()), PAUSE_MS)
  }
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const hear = ({ key }: KeyPress) => {
    if (key === 'Enter') {
      clearTimeout(timer.current)
      if (typed.trim() !== text) onSearch(typed.trim())
    } else if (key === 'Escape') field.current?.blur()
  }
  return (
    <input
      ref={field}
      className="search-field"
      type="search"
      enterKeyHint="search"
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      maxLength={SEARCH_MAX}
      aria-label={t('requests.search.label')}
      placeholder={t('requests.search.hint')}
      value={typed}
      onChange={({ target: { value } }) => type(value)}
      onKeyDown={hear}
    />
  )
}
