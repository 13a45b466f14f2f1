/** One field that goes anywhere: to pages, and to whatever has an id or a name. */
import type { SearchHit } from '@pursestrings/sdk'
import { plain } from '@pursestrings/ui/agent-text'
import { glyphOf, StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Icon, type IconName } from '../frame/Icon.tsx'
import { useModules, useNew, usePageGroups } from '../frame/use-service.ts'
import { ask } from './ask.ts'
import './palette.css'
import { ASKS_NEW } from './use-asks-new.ts'

// What the palette finds: records by the service, pages and actions here.

interface Hit {
  readonly to: string
  readonly name: string
  readonly note?: string
  readonly mono?: boolean
  readonly status?: string
  /** What the page is told. */
  readonly state?: string
}

const PAGE = { recipient: 'recipients', agent: 'agents', merchant_domain: 'domains' } as const

const addressOf = ({ type, id, connection_id }: SearchHit): string =>
  type === 'payment_request' ? `/requests/${connection_id}/${encodeURIComponent(id)}` : `/${PAGE[type]}/${id}`

type Found = Readonly<Partial<Record<SearchHit['type'], readonly Hit[]>>>

const findRecords = async (
  q: string,
  describe: (payment: NonNullable<SearchHit['payment']>) => string,
): Promise<Found> => {
  const { hits } = await api.merchantSearch.find({ q })
  const shown = hits.map((hit) => {
    const note = hit.payment ? describe(hit.payment) : hit.domain
    return {
      type: hit.type,
      to: addressOf(hit),
      name: plain(hit.name),
      status: hit.status,
      mono: hit.type === 'payment_request',
      ...(note !== undefined && { note }),
    }
  })
  return Object.groupBy(shown, ({ type }) => type)
}

const matches = (query: string, text: string): boolean => text.toLowerCase().includes(query.toLowerCase())

interface Group {
  readonly title: string
  readonly icon: IconName
  readonly hits: readonly (Hit & { readonly keys?: readonly string[] })[]
}

const PAUSE_MS = 150

const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const useGroups = (query: string): { readonly groups: readonly Group[]; readonly loading: boolean } => {
  const { t } = useTranslation()
  const settled = useSettled(query)
  const modules = useModules()
  const pages = usePageGroups().flatMap((group) => group.pages)
  const makes = useNew()
  const records = useQuery({
    queryKey: ['palette', settled],
    queryFn: () => findRecords(settled, (payment) => t('palette.amountTo', payment)),
    enabled: settled !== '' && modules,
  })
  // What was found for other words is not offered for these.
  const loading = modules && query !== '' && (settled !== query || records.isPending)
  const found = query === '' || loading ? {} : (records.data ?? {})
  const groups: Group[] = [
    { title: t('palette.requests'), icon: 'requests', hits: found.payment_request ?? [] },
    { title: t('palette.payees'), icon: 'recipients', hits: found.recipient ?? [] },
    { title: t('palette.agents'), icon: 'agents', hits: found.agent ?? [] },
    { title: t('palette.domains'), icon: 'domains', hits: found.merchant_domain ?? [] },
    {
      title: t('palette.actions'),
      icon: 'add',
      hits: makes
        .map(([key, { to, label }]) => ({ to, state: ASKS_NEW, name: t(label), keys: ['n', key] }))
        .filter(({ name }) => matches(query, name)),
    },
    {
      title: t('palette.go'),
      icon: 'go',
      hits: pages
        .map(({ to, label, key }) => ({
          to,
          name: t(label),
          ...(key !== undefined && { keys: ['g', key] }),
        }))
        .filter(({ name }) => matches(query, name)),
    },
  ]
  return { groups: groups.filter(({ hits }) => hits.length > 0), loading }
}

export const Palette = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { groups, loading } = useGroups(useDeferredValue(typed.trim()))
  const hits = groups.flatMap((group) => group.hits)
  const chosen = hits[Math.min(at, hits.length - 1)]
  const close = () => ask(undefined)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const open = ({ to, state }: Hit) => {
    close()
    void navigate(to, { state })
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setAt((now) => (Math.min(now, hits.length - 1) + step + hits.length) % hits.length)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      open(chosen)
    }
  }
  const optionOf = (hit: Hit) => `${id}-${hits.indexOf(hit)}`
  useEffect(() => {
    document.querySelector('.palette [aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Esc closes it too.
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.label')}
      // The event comes later than the closing, when it may be open again.
      onClose={() => dialog.current?.open === false && close()}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionOf(chosen)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t('palette.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={move}
        />
        <kbd aria-hidden="true">esc</kbd>
      </div>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={t('palette.results')}>
        {groups.map(({ title, icon, hits: some }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="palette-group" aria-hidden="true">
              {title}
            </p>
            {some.map((hit) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys.
              <div
                key={hit.to + hit.name}
                id={optionOf(hit)}
                role="option"
                tabIndex={-1}
                aria-selected={hit === chosen}
                onClick={() => open(hit)}
                onPointerMove={() => setAt(hits.indexOf(hit))}
              >
                {hit.status === undefined ? <Icon name={icon} /> : <StatusGlyph {...glyphOf(hit.status)} />}
                <span className="palette-name">
                  <span className={hit.mono ? 'mono' : undefined}>{hit.name}</span>{' '}
                  {hit.note !== undefined && <span className="muted">{hit.note}</span>}
                </span>
                <span className="palette-keys" aria-hidden="true">
                  {(hit.keys ?? (hit === chosen ? ['↵'] : [])).map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {hits.length === 0 && !loading && (
        <p className="muted palette-none" role="status">
          {t('palette.none')}
        </p>
      )}
      <p className="palette-foot muted" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.navigate')}
        </span>
        <span>
          <kbd>↵</kbd> {t('palette.enter')}
        </span>
        <span>{t('palette.more')}</span>
      </p>
    </dialog>
  )
}
