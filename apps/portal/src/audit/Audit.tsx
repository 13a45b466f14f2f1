/** Who changed what? By day, a sentence per line with the raw action beside it. Filters and cursor live in the address. */
import type { AuditEvent } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { ExportButton } from '../export/Export.tsx'
import { DayName } from '../frame/Ago.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { ACTIONS, sentenceOf } from './sentence.ts'
import './audit.css'

// The filters as the address keeps them, and as the service takes them.

const DAY_MS = 86_400_000
const SPANS = { day: 1, week: 7, month: 30 } as const
type Span = keyof typeof SPANS

const NAMES = ['when', 'actor', 'action', 'target'] as const

const filterOf = (query: URLSearchParams) => {
  const [actor, action, target] = ['actor', 'action', 'target'].map((name) => query.get(name) ?? undefined)
  const days = SPANS[query.get('when') as Span]
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target }),
    ...(days !== undefined && { from: new Date(Date.now() - days * DAY_MS).toISOString() }),
  }
}

/** The filters as they are written in the address, for whoever exports what they show. */
const wordsOf = (query: URLSearchParams): string =>
  NAMES.flatMap((name) => (query.has(name) ? [`${name}: ${query.get(name)}`] : [])).join(', ')

const Filters = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const members = useQuery({
    queryKey: ['members'],
    queryFn: () => api.members.list({ limit: 100 }).toArray({ limit: 200 }),
  })
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    next.delete('cursor')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next)
  }
  const target = query.get('target')
  return (
    <div className="filters">
      <Choice label={t('audit.when.label')} value={query.get('when') ?? ''} onChange={(value) => set('when', value)}>
        <option value="">{t('audit.when.all')}</option>
        {(Object.keys(SPANS) as Span[]).map((span) => (
          <option key={span} value={span}>
            {t(`audit.when.${span}`)}
          </option>
        ))}
      </Choice>
      <Choice label={t('audit.who.label')} value={query.get('actor') ?? ''} onChange={(value) => set('actor', value)}>
        <option value="">{t('audit.who.all')}</option>
        {members.data?.map(({ account_id, email }) => (
          <option key={account_id} value={account_id}>
            {email}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('audit.what.label')}
        value={query.get('action') ?? ''}
        onChange={(value) => set('action', value)}
      >
        <option value="">{t('audit.what.all')}</option>
        {ACTIONS.map((action) => (
          <option key={action} value={action}>
            {action}
          </option>
        ))}
      </Choice>
      {target !== null && (
        <span className="filter">
          {t('audit.record')} <span className="mono">{target}</span>
        </span>
      )}
      {NAMES.some((name) => query.has(name)) && (
        <button type="button" className="link" onClick={() => setQuery({})}>
          {t('audit.clear')}
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <label className="filter" data-set={value === '' ? undefined : ''}>
    {label}
    <select className="plain-select" value={value} onChange={(event) => onChange(event.target.value)}>
      {children}
    </select>
  </label>
)

/** One change: a sentence, and on request everything that the log holds about it. */
const Line = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const { action, actor, actor_name, target, target_name, occurred_at } = event
  const { did, of } = sentenceOf(action)
  return (
    <li>
      <details>
        <summary>
          <time className="mono muted audit-time" dateTime={occurred_at} title={new Date(occurred_at).toLocaleString()}>
            {new Date(occurred_at).toLocaleTimeString()}
          </time>
          <span className="audit-said">
            <b>{did}</b> {target_name !== null && `${of === undefined ? '' : `${of} `}${target_name}`}
          </span>
          <span className="muted audit-by">{actor_name ?? t('audit.service')}</span>
          <span className="mono muted audit-action">{action}</span>
        </summary>
        <div className="audit-more">
          <dl>
            <Fact name="actor" value={actor} />
            <Fact name="target" value={target} />
            {Object.entries(event.details).map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
          </dl>
          <p>
            <Link to={`?target=${encodeURIComponent(target)}`}>{t('audit.onlyRecord')}</Link>
            {actor_name !== null && <Link to={`?actor=${encodeURIComponent(actor)}`}>{t('audit.onlyPerson')}</Link>}
          </p>
        </div>
      </details>
    </li>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: unknown }) => (
  <div>
    <dt>{name}</dt>
    <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
  </div>
)

const PAGE = 25

export const Audit = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const cursor = query.get('cursor')
  const list = useQuery({
    queryKey: ['audit', query.toString()],
    queryFn: () =>
      api.auditEvents
        .list({ limit: PAGE, ...filterOf(query), ...(cursor !== null && { cursor }) } as never)
        .page()
        .then((page) => page),
    placeholderData: (before) => before,
  })
  const { audit_events = [], next_cursor = null } = list.data ?? {}
  const filtered = [...query.keys()].some((name) => name !== 'cursor')
  const older = () => {
    const next = new URLSearchParams(query)
    next.set('cursor', next_cursor ?? '')
    void navigate(`?${next.toString()}`)
  }
  return (
    <div className="page">
      <Heading
        title={t('audit.title')}
        lead={t('audit.lead')}
        action={
          <ExportButton
            title={t('export.audit')}
            name="audit-log"
            filters={filtered ? wordsOf(query) : ''}
            read={({ format, all }) => api.auditEvents.export({ format, ...(all ? {} : filterOf(query)) } as never)}
          />
        }
      />
      <Filters />
      <Loading of={list} />
      {list.data && audit_events.length === 0 && (
        <p className="card pad">{t(filtered ? 'audit.none' : 'audit.empty')}</p>
      )}
      {audit_events.length > 0 && (
        <section className="card" aria-busy={list.isFetching}>
          {byDay(audit_events).map(({ day, events }) => (
            <div key={day}>
              <h2 className="audit-day">
                <DayName at={events[0]?.occurred_at ?? ''} />
              </h2>
              <ul className="audit">
                {events.map((event) => (
                  <Line key={event.audit_event_id} event={event} />
                ))}
              </ul>
            </div>
          ))}
          <footer className="pager">
            {cursor !== null && (
              <button type="button" className="button" data-size="small" onClick={() => void navigate(-1)}>
                {t('audit.newer')}
              </button>
            )}
            {next_cursor !== null && (
              <button type="button" className="button" data-size="small" onClick={older}>
                {t('audit.older')}
              </button>
            )}
          </footer>
        </section>
      )}
    </div>
  )
}

const byDay = (events: readonly AuditEvent[]): { day: string; events: AuditEvent[] }[] => {
  const days = Map.groupBy(events, ({ occurred_at }) => new Date(occurred_at).toDateString())
  return [...days].map(([day, of]) => ({ day, events: of }))
}
