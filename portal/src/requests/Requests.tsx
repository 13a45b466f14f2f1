/** What was asked, and what became of it? Newest first, a page at a time; the cursor lives in the address. */

import type { PaymentRequest } from '@countersign/sdk'
import { AmountView } from '@countersign/ui/AmountView'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { Code } from '../frame/Code.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Status } from '../frame/Status.tsx'
import { FIRST_REQUEST } from './first-request.ts'
import { lookOf } from './look-of.ts'
import { When } from './When.tsx'

const PAGE = 25

export const Requests = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const cursor = query.get('cursor') ?? undefined
  const list = useQuery({
    queryKey: ['requests', cursor ?? ''],
    queryFn: () =>
      api.paymentRequests
        .listForMerchant({ limit: PAGE, ...(cursor !== undefined && { cursor }) })
        .page()
        .then((page) => page),
    refetchInterval: 5_000,
    placeholderData: (before) => before,
  })
  const { payment_requests = [], next_cursor = null } = list.data ?? {}
  return (
    <div className="page">
      <Heading title={t('requests.title')} />
      {list.error ? <Fault error={list.error} onAgain={() => void list.refetch()} /> : null}
      {list.data && payment_requests.length === 0 ? (
        <section className="card pad empty">
          <p>{t('requests.empty')}</p>
          <Code text={FIRST_REQUEST} />
        </section>
      ) : (
        <section className="card" aria-busy={list.isPending}>
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
            <tbody>
              {payment_requests.map((request) => (
                <Row key={`${request.connection_id}${request.request_id}`} request={request} />
              ))}
            </tbody>
          </table>
          <footer className="pager">
            <button
              type="button"
              className="button"
              data-size="small"
              disabled={cursor === undefined}
              onClick={() => void navigate(-1)}
            >
              {t('requests.newer')}
            </button>
            <button
              type="button"
              className="button"
              data-size="small"
              disabled={next_cursor === null}
              onClick={() => void navigate(`?cursor=${encodeURIComponent(next_cursor ?? '')}`)}
            >
              {t('requests.older')}
            </button>
          </footer>
        </section>
      )}
      <p className="legend muted">
        <StatusGlyph tone="proven" glyph="tick" />
        {t('requests.legend.reported')}
      </p>
    </div>
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
        <Status of={lookOf(request)} />
      </td>
      <td className="is-to">{payee.name}</td>
      <td className="is-request mono">
        <Link to={`/requests/${request.connection_id}/${encodeURIComponent(request_id)}`}>{request_id}</Link>
      </td>
      <td className="is-agent muted">{agent_name}</td>
      <td className="is-time muted">
        <When request={request} />
      </td>
    </tr>
  )
}
