/** Who may ask, what each may have without asking, and what it spent this week. */
import type { Connection } from '@pursestrings/sdk'
import { grouped } from '@pursestrings/ui/AmountView'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Icon } from '../frame/Icon.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { usePolicies } from '../policies/PolicyRows.tsx'
import { paidThisWeek } from '../requests/lists.ts'
import { StopEverything } from '../stop/StopEverything.tsx'
import { spentOf } from './spent-of.ts'

const SHOWN_MAX = 5
const READ_MAX = 200

/** Those that are not disconnected. */
export const useAgents = () =>
  useQuery({
    queryKey: ['connections', 'all'],
    queryFn: () => api().connections.list().toArray({ limit: READ_MAX }),
    select: (all: readonly Connection[]) => all.filter(({ status }) => status !== 'revoked'),
  })

export const HomeAgents = () => {
  const { t } = useTranslation()
  const agents = useAgents()
  if (agents.data?.length === 0 || (agents.error && !agents.data)) return null
  return (
    <section className="group" aria-labelledby="home-agents">
      <header>
        <h2 id="home-agents">{t('inbox.agents.title')}</h2>
        {agents.data && agents.data.length > SHOWN_MAX ? (
          <Link to="/agents">{t('frame.seeAll')}</Link>
        ) : (
          <Link to="/agents/connect">{t('inbox.agents.connect')}</Link>
        )}
      </header>
      {agents.data ? (
        <ul className="card rows">
          {agents.data.slice(0, SHOWN_MAX).map((agent) => (
            <AgentRow key={agent.connection_id} agent={agent} />
          ))}
        </ul>
      ) : (
        <Skeleton as="rows" lines={2} />
      )}
      <StopEverything />
    </section>
  )
}

const AgentRow = ({ agent: { connection_id, source, status } }: { readonly agent: Connection }) => {
  const { t } = useTranslation()
  const paid = useQuery({ queryKey: ['requests', 'paid this week'], queryFn: paidThisWeek })
  const spent = paid.data && spentOf(paid.data, connection_id)
  return (
    <li>
      <Link className="row agent-row" to={`/agents/${connection_id}`}>
        <span className="tile">
          <Icon name="agents" />
        </span>
        <b>
          <bdi>{source.agent_name}</bdi>
        </b>
        <span className="row-sums">
          {spent?.length === 0 && '–'}
          {spent?.map(({ asset, amount }) => (
            <b key={asset}>
              {grouped(amount)} {asset}
            </b>
          ))}
        </span>
        <span className="muted">
          <bdi>{source.personal ? t('agents.own') : source.merchant_name}</bdi> ·{' '}
          <Allowance connection_id={connection_id} paused={status === 'paused'} />
        </span>
        <span className="muted row-week">{spent && t('inbox.agents.week')}</span>
      </Link>
    </li>
  )
}

/** What the person agreed to, where it is in force. */
const Allowance = ({ connection_id, paused }: { readonly connection_id: string; readonly paused: boolean }) => {
  const { t } = useTranslation()
  const policies = usePolicies()
  if (paused) return t('inbox.agents.paused')
  if (!policies.data) return null
  const inForce = policies.data.filter((one) => one.connection_id === connection_id && one.status === 'active')
  const [first] = inForce
  if (first?.single_tx_limit == null) return t('inbox.agents.asks')
  if (inForce.length > 1) return t('inbox.agents.several', { count: inForce.length })
  return t('inbox.agents.unasked', { limit: grouped(first.single_tx_limit), asset: first.asset })
}
