/** What it asked for last. Nothing while it has asked for nothing. */
import '../frame/table.css'
import { AmountView } from '@countersign/ui/AmountView'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Status } from '../frame/Status.tsx'
import { standingOf } from '../requests/look-of.ts'
import { When } from '../requests/When.tsx'

const SHOWN = 5

export const AgentRequests = ({ agent_id }: { readonly agent_id: string }) => {
  const { t } = useTranslation()
  const list = useQuery({
    queryKey: ['requests', 'of-agent', agent_id],
    queryFn: async () => api.paymentRequests.listForMerchant({ asked_by: agent_id, limit: SHOWN }).page(),
  })
  const { payment_requests = [], total = 0, total_is_capped } = list.data ?? {}
  if (payment_requests.length === 0) return null
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>{t('agent.recent')}</h2>
        <Link to={`/requests?agent=${agent_id}`}>
          {t('agent.all', { n: `${total.toLocaleString('en')}${total_is_capped ? '+' : ''}` })}
        </Link>
      </div>
      <table className="table">
        <thead className="visually-hidden">
          <tr>
            <th>{t('requests.columns.amount')}</th>
            <th>{t('requests.columns.to')}</th>
            <th>{t('requests.columns.status')}</th>
            <th>{t('requests.columns.time')}</th>
          </tr>
        </thead>
        <tbody>
          {payment_requests.map((request) => (
            <tr key={request.connection_id + request.request_id}>
              <td>
                <Link to={`/requests/${request.connection_id}/${encodeURIComponent(request.request_id)}`}>
                  <AmountView amount={request.payment.amount} asset={request.payment.asset} />
                </Link>
              </td>
              <td data-label={t('requests.columns.to')}>{request.payee.name}</td>
              <td>
                <Status of={standingOf(request)} />
              </td>
              <td data-label={t('requests.columns.time')}>
                <When request={request} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
