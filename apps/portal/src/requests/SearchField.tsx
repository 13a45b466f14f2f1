/** Looks for one request by its id, its task or its transaction. `/` goes to it. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCHES, type Search, searchIn } from './filters.ts'
import { isTyping } from './use-row-keys.ts'

interface Props {
  readonly query: URLSearchParams
  readonly onSearch: (change: Readonly<Record<Search, readonly string[]>>) => void
}

/** A hash is told by its form, whatever was chosen. */
const HASH = /^[0-9a-f]{64}$/i

export const SearchField = ({ query, onSearch }: Props) => {
  const { t } = useTranslation()
  const [by, text] = searchIn(query) ?? ['request', '']
  const [typed, setTyped] = useState(text)
  const [kind, setKind] = useState<Search>(by)
  const field = useRef<HTMLInputElement>(null)
  // "Back" and "clear" change the address; the field follows.
  useEffect(() => {
    setTyped(text)
    setKind(by)
  }, [text, by])
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = typed.trim()
    const as = HASH.test(wanted) ? 'hash' : kind
    onSearch({ request: [], task: [], hash: [], ...(wanted !== '' && { [as]: [wanted] }) })
  }
  return (
    <form className="search-field" onSubmit={submit}>
      <select
        aria-label={t('requests.search.by')}
        value={kind}
        onChange={({ target: { value } }) => setKind(value as Search)}
      >
        {(Object.keys(SEARCHES) as Search[]).map((name) => (
          <option key={name} value={name}>
            {t(`requests.search.${name}`)}
          </option>
        ))}
      </select>
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={160}
        aria-label={t('requests.search.label')}
        placeholder={t('requests.search.label')}
        value={typed}
        onChange={({ target: { value } }) => setTyped(value)}
      />
    </form>
  )
}
