/** Who changed what? By day, a sentence per line with the raw action beside it. Filters and cursor live in the address. */
import type { AuditEvent } from '@countersign/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { ExportButton } from '../export/Export.tsx'
import { dayOf } from '../frame/Ago.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Filters } from './Filters.tsx'
import { filterOf, wordsOf } from './filter.ts'
import { Line } from './Line.tsx'
import './audit.css'

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
      {list.error ? <Fault error={list.error} onAgain={() => void list.refetch()} /> : null}
      {list.data && audit_events.length === 0 && (
        <p className="card pad">{t(filtered ? 'audit.none' : 'audit.empty')}</p>
      )}
      {audit_events.length > 0 && (
        <section className="card" aria-busy={list.isFetching}>
          {byDay(audit_events).map(({ day, events }) => (
            <div key={day}>
              <Day at={events[0]?.occurred_at ?? ''} />
              <ul className="audit">
                {events.map((event) => (
                  <Line key={event.audit_event_id} event={event} />
                ))}
              </ul>
            </div>
          ))}
          <footer className="pager">
            <button
              type="button"
              className="button"
              data-size="small"
              disabled={cursor === null}
              onClick={() => void navigate(-1)}
            >
              {t('audit.newer')}
            </button>
            <button type="button" className="button" data-size="small" disabled={next_cursor === null} onClick={older}>
              {t('audit.older')}
            </button>
          </footer>
        </section>
      )}
    </div>
  )
}

const Day = ({ at }: { readonly at: string }) => {
  const { t } = useTranslation()
  const day = new Date(at).toDateString()
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  const words = () => {
    if (day === new Date().toDateString()) return t('audit.today')
    return day === yesterday.toDateString() ? t('audit.yesterday') : dayOf(at)
  }
  return <h2 className="audit-day">{words()}</h2>
}

const byDay = (events: readonly AuditEvent[]): { day: string; events: AuditEvent[] }[] => {
  const days = Map.groupBy(events, ({ occurred_at }) => new Date(occurred_at).toDateString())
  return [...days].map(([day, of]) => ({ day, events: of }))
}
