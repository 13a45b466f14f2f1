/** What was asked, and what became of it? Newest first, a page at a time; view, filters, cursor and what is open live in the address. */
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { ExportButton } from '../export/Export.tsx'
import { Beyond } from '../frame/Beyond.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { LiveDot } from '../live/Live.tsx'
import { Filters } from './Filters.tsx'
import { FILTERS, filtersOf, inputOf } from './filters.ts'
import { keyOf, List } from './List.tsx'
import { NoRequests } from './NoRequests.tsx'
import { Peek, useRoom } from './Peek.tsx'
import { Views } from './Views.tsx'

const PAGE = 25

export const Requests = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const filters = filtersOf(query)
  const cursor = query.get('cursor') ?? ''
  const list = useQuery({
    queryKey: ['requests', filters, cursor],
    queryFn: () =>
      api.paymentRequests
        .list({ limit: PAGE, ...inputOf(query) })
        .page()
        .then((page) => page),
    placeholderData: (before) => before,
  })
  const has_room = useRoom()
  const open = has_room ? query.get('open') : null
  const look = useCallback(
    (key: string | undefined) =>
      setQuery(
        (now) => {
          now.delete('open')
          if (key !== undefined) now.set('open', key)
          return now
        },
        { replace: true },
      ),
    [setQuery],
  )
  const close = useCallback(() => look(undefined), [look])
  const { payment_requests = [] } = list.data ?? {}
  // A page of a filtered list may be empty although others follow.
  const is_empty = list.data?.next_cursor === null && payment_requests.length === 0
  if (is_empty && filters === '' && cursor === '') return <NoRequests />
  return (
    <div className="requests-and-peek" data-peek={open === null ? undefined : ''}>
      <div className="page">
        <Heading
          title={t('requests.title')}
          action={
            <Beyond>
              <ExportRequests query={query} />
            </Beyond>
          }
        />
        <Views />
        <Filters>
          <LiveDot />
        </Filters>
        {list.error ? <Fault error={list.error} onAgain={() => void list.refetch()} /> : null}
        {!list.data && !list.error && <Skeleton lines={8} as="rows" />}
        {/* Of other filters, the list before stays until the answer is there; that it has none is said only of its own. */}
        {is_empty && !list.isPlaceholderData && <NoMatch />}
        {list.data && !is_empty && (
          <div aria-busy={list.isPlaceholderData}>
            <List
              page={list.data}
              filters={filters}
              is_first={cursor === '' && !list.isPlaceholderData}
              open={open}
              onOpen={has_room ? look : undefined}
            />
          </div>
        )}
        {is_empty && list.isPlaceholderData && <Skeleton lines={8} as="rows" />}
        <Legend />
      </div>
      {open !== null && (
        <Peek key={open} of={open} listed={payment_requests.find((one) => keyOf(one) === open)} onClose={close} />
      )}
    </div>
  )
}

const KEYS = [
  [['j', 'k'], 'move'],
  [['Enter'], 'enter'],
  [['/'], 'search'],
  [['c'], 'copy'],
] as const

const Legend = () => {
  const { t } = useTranslation()
  return (
    <>
      <p className="legend muted">
        <StatusGlyph tone="proven" glyph="tick" />
        {t('requests.legend.reported')}
        <StatusGlyph tone="proven" glyph="tick" filled />
        {t('requests.legend.ledger')}
      </p>
      <p className="legend legend-keys muted" aria-hidden="true">
        {KEYS.map(([keys, means]) => (
          <span key={means}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
            {t(`requests.keys.${means}`)}
          </span>
        ))}
      </p>
    </>
  )
}

const ExportRequests = ({ query }: { readonly query: URLSearchParams }) => {
  const { t } = useTranslation()
  const filters = FILTERS.flatMap((name) => (query.has(name) ? [`${name}: ${query.getAll(name).join(', ')}`] : []))
  const inputFor = (all: boolean) => {
    const { cursor: _cursor, ...input } = all ? {} : inputOf(query)
    return input
  }
  const count = async (all: boolean) => {
    const { total = 0, total_is_capped } = await api.paymentRequests.list({ limit: 1, ...inputFor(all) }).page()
    return total_is_capped ? t('export.many', { count: total }) : t('export.count', { count: total })
  }
  return (
    <ExportButton
      title={t('export.requests')}
      name="payment-requests"
      filters={filters.join('; ')}
      settles
      count={count}
      read={({ format, all, settlement }) =>
        api.paymentRequests.export({
          format,
          ...(!settlement && { settlement: 'leave_out' }),
          ...inputFor(all),
        })
      }
    />
  )
}

const NoMatch = () => {
  const { t } = useTranslation()
  return (
    <section className="card pad">
      <p role="status">{t('requests.noMatch')}</p>
      <p>
        <Link className="button" to="/requests">
          {t('requests.clear')}
        </Link>
      </p>
    </section>
  )
}
