/** What was asked, and what became of it? Newest first, a page at a time; filters and cursor live in the address. */
import './requests.css'
import type { PaymentRequest, PaymentRequestsListAnswer } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { standingOf } from '@pursestrings/ui/standing'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { api, queries } from '../client.ts'
import { ExportButton } from '../export/Export.tsx'
import { Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { LiveDot } from '../live/Live.tsx'
import { Filters } from './Filters.tsx'
import { FILTERS, filtersOf, inputOf, withFilter } from './filters.ts'
import { NoRequests } from './NoRequests.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { When } from './When.tsx'

const PAGE = 25

export const Requests = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
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
  const { payment_requests = [] } = list.data ?? {}
  // A page of a filtered list may be empty although others follow.
  const is_empty = list.data?.next_cursor === null && payment_requests.length === 0
  if (is_empty && filters === '' && cursor === '') return <NoRequests />
  return (
    <div className="page">
      <Heading title={t('requests.title')} action={<ExportRequests query={query} />} />
      <Filters>
        <LiveDot />
      </Filters>
      {list.error ? <Fault error={list.error} onAgain={() => void list.refetch()} /> : null}
      {is_empty ? <NoMatch /> : <Table page={list.data} filters={filters} />}
      <p className="legend muted">
        <StatusGlyph tone="proven" glyph="tick" />
        {t('requests.legend.reported')}
        <StatusGlyph tone="proven" glyph="tick" filled />
        {t('requests.legend.ledger')}
      </p>
    </div>
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

interface TableProps {
  readonly page: PaymentRequestsListAnswer | undefined
  readonly filters: string
}

const Table = ({ page, filters }: TableProps) => {
  const { t } = useTranslation()
  const rows = useRef<HTMLTableSectionElement>(null)
  useRowKeys(rows)
  return (
    <section className="card" aria-busy={page === undefined}>
      <table className="requests">
        <thead>
          <tr>
            {(['amount', 'status', 'to', 'request', 'agent', 'time'] as const).map((name) => (
              <th key={name} scope="col" className={`is-${name}`}>
                {t(`requests.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={rows}>
          {page?.payment_requests.map((request) => (
            <Row key={`${request.connection_id}${request.request_id}`} request={request} />
          ))}
        </tbody>
      </table>
      {page && <Pager page={page} filters={filters} />}
    </section>
  )
}

const Pager = ({ page, filters }: { readonly page: PaymentRequestsListAnswer; readonly filters: string }) => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const after = Number(query.get('after') ?? 0) || 0
  // Counted on the first page only; later ones remember it.
  const first = queries.getQueryData<PaymentRequestsListAnswer>(['requests', filters, ''])
  const { total, total_is_capped } = page.total === undefined ? (first ?? page) : page
  const [from, to] = [after + 1, after + page.payment_requests.length]
  const shown = { from, to, total: total?.toLocaleString('en') ?? '' }
  const newer = () => {
    if (state === 'paged') void navigate(-1)
    else void navigate({ search: withFilter(query, {}).toString() })
  }
  const older = () => {
    const next = withFilter(query, { cursor: [page.next_cursor ?? ''], after: [String(to)] })
    void navigate({ search: next.toString() }, { state: 'paged' })
  }
  const words = total === undefined ? 'requests.rows' : total_is_capped ? 'requests.ofMany' : 'requests.of'
  return (
    <footer className="pager">
      <p className="muted" role="status">
        {t(page.payment_requests.length === 0 ? 'requests.noneHere' : words, shown)}
      </p>
      <button type="button" className="button" data-size="small" disabled={!query.has('cursor')} onClick={newer}>
        {t('requests.newer')}
      </button>
      <button type="button" className="button" data-size="small" disabled={page.next_cursor === null} onClick={older}>
        {t('requests.older')}
      </button>
    </footer>
  )
}

const Row = ({ request }: { readonly request: PaymentRequest }) => {
  const { payment, payee, request_id, source } = request
  const { agent_name } = source
  return (
    <tr>
      <td className="is-amount">
        <AmountView amount={payment.amount} asset={payment.asset} />
      </td>
      <td className="is-status">
        <Status of={standingOf(request)} />
      </td>
      <td className="is-to">{payee.name}</td>
      <td className="is-request mono">
        <Link to={`/requests/${request.connection_id}/${encodeURIComponent(request_id)}`}>
          <span>{request_id}</span>
        </Link>
      </td>
      <td className="is-agent muted">{agent_name}</td>
      <td className="is-time muted">
        <When request={request} />
      </td>
    </tr>
  )
}
