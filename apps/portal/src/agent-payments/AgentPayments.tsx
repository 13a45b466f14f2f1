/** What did projects ask for, and who decided? Payments and refused attempts together, newest first. */
import { AGENT_PAYMENT_STATUSES } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Code, Status } from '../frame/Facts.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { useModules, useServiceUrl } from '../frame/use-service.ts'
import { usePolicies } from '../policies/Policies.tsx'
import { type Item, itemsOf, rowOf, silentRule } from './decision.ts'
import './agent-payments.css'

const PAGE = 25
const FILTERS = ['refused', ...AGENT_PAYMENT_STATUSES] as const

export const AgentPayments = () => {
  const { t } = useTranslation()
  const base_url = useServiceUrl()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const cursor = query.get('cursor') ?? undefined
  const status = FILTERS.find((one) => one === query.get('status'))
  const list = useQuery({
    queryKey: ['agent-payments', cursor ?? '', status ?? ''],
    queryFn: () =>
      api.agentPayments
        .list({ limit: PAGE, ...(cursor !== undefined && { cursor }), ...(status && { status }) })
        .page()
        .then((page) => page),
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  })
  const items = list.data ? itemsOf(list.data) : []
  const next = list.data?.next_cursor ?? null
  const older = new URLSearchParams({ ...(status && { status }), cursor: next ?? '' })
  const nothing = list.data !== undefined && items.length === 0
  return (
    <div className="page">
      <Heading title={t('agentPayments.title')} lead={t('agentPayments.lead')} />
      <Loading of={list} />
      {nothing && status === undefined && cursor === undefined ? (
        <section className="card pad empty">
          <p>{t('agentPayments.empty')}</p>
          <Code text={firstPayment(base_url)} />
        </section>
      ) : (
        <>
          <p>
            <label className="pill">
              {t('agentPayments.columns.status')}
              <select
                value={status ?? ''}
                onChange={(event) => setQuery(event.target.value === '' ? {} : { status: event.target.value })}
              >
                <option value="">{t('agentPayments.all')}</option>
                {FILTERS.map((one) => (
                  <option key={one} value={one}>
                    {t(`agentPayments.shows.${one}`)}
                  </option>
                ))}
              </select>
            </label>
          </p>
          {list.data && (
            <section className="card">
              <table className="requests agent-payments">
                <thead>
                  <tr>
                    {(['amount', 'status', 'to', 'decision', 'policy', 'time'] as const).map((name) => (
                      <th key={name} scope="col" className={`is-${name}`}>
                        {t(`agentPayments.columns.${name}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <Row key={rowOf(item).id} item={item} />
                  ))}
                </tbody>
              </table>
              {nothing && <p className="pad muted">{t('agentPayments.noneHere')}</p>}
              <footer className="pager">
                {cursor !== undefined && (
                  <button type="button" className="button" data-size="small" onClick={() => void navigate(-1)}>
                    {t('requests.newer')}
                  </button>
                )}
                {next !== null && (
                  <button type="button" className="button" data-size="small" onClick={() => void navigate(`?${older}`)}>
                    {t('requests.older')}
                  </button>
                )}
              </footer>
            </section>
          )}
        </>
      )}
    </div>
  )
}

const firstPayment = (base_url: string) => `curl -X POST ${base_url}/v1/agent-payments \\
  -H "x-svc-api-key: $KEY" -H "Idempotency-Key: basket-1" \\
  -H 'Content-Type: application/json' -d '{ "initiator": "human", … }'`

const Row = ({ item }: { readonly item: Item }) => {
  const { t } = useTranslation()
  const { id, amount, asset, to, look, policy_id, created_at } = rowOf(item)
  const { data: policies } = usePolicies()
  // An attempt that was refused has a page where modules are served.
  const opens = useModules() || item.kind === 'payment'
  return (
    <tr>
      <td className="is-amount">
        <AmountView amount={amount} asset={asset} />
      </td>
      <td className="is-status">
        <Status of={look} />
      </td>
      <td className="is-to">{opens ? <Link to={`/agent-payments/${id}`}>{to}</Link> : to}</td>
      <td className="is-decision">
        <Decision item={item} />
      </td>
      <td className="is-policy muted">
        {policies ? (policies.find((policy) => policy.id === policy_id)?.name ?? t('agentPayments.none')) : '…'}
      </td>
      <td className="is-time muted">
        <Ago at={created_at} />
      </td>
    </tr>
  )
}

const Decision = ({ item }: { readonly item: Item }) => {
  const { t } = useTranslation()
  if (item.kind === 'payment') return t(`agentPayments.decision.${item.payment.initiator}`)
  const silent = silentRule(item.attempt)
  if (silent) return t(`agentPayments.silent.${silent}`)
  return t('agentPayments.decision.over', { count: item.attempt.triggered_thresholds.length })
}
