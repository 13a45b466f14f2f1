/** Who may ask, with which key? One agent: its keys, what it may do, who is connected to it, and how to stop it. */
import '../frame/table.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Copy, Status } from '../frame/Facts.tsx'
import { keyOf, Row } from '../requests/List.tsx'
import './agents.css'
import type { AgentsReadAnswer } from '@pursestrings/sdk'
import { useState } from 'react'
import { Ago } from '../frame/Ago.tsx'
import { Confirm, Rename } from '../frame/Dialog.tsx'
import { dayOf, momentOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Heading } from '../frame/Heading.tsx'
import { Loading } from '../frame/Loading.tsx'
import { useSession } from '../session.ts'
import { useOrganization } from '../settings/use-organization.ts'
import { AgentConnections } from './AgentConnections.tsx'
import { AgentKeys } from './AgentKeys.tsx'
import { AgentScopes } from './AgentScopes.tsx'

// What it asked for last. Nothing while it has asked for nothing.

const SHOWN = 5

const AgentRequests = ({ agent_id }: { readonly agent_id: string }) => {
  const { t } = useTranslation()
  const list = useQuery({
    queryKey: ['requests', 'of-agent', agent_id],
    queryFn: async () => api.paymentRequests.list({ asked_by: agent_id, limit: SHOWN }).page(),
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
      <ul className="asked">
        {payment_requests.map((request) => (
          <Row key={keyOf(request)} request={request} />
        ))}
      </ul>
    </section>
  )
}

export const Agent = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useSession().data?.role !== 'viewer'
  const read = useQuery({ queryKey: ['agent', id], queryFn: () => api.agents.read(id).then((answer) => answer) })
  const agent = read.data?.agent
  const mayChange = may && agent?.status !== 'retired'
  return (
    <div className="page">
      <Link className="crumb" to="/agents">
        {t('agents.title')}
      </Link>
      <Loading of={read} as="card" lines={6} />
      {read.data && agent && (
        <>
          <Top of={read.data} may={mayChange} />
          <div className="columns">
            <div className="column">
              <AgentKeys agent={agent} may={mayChange} />
              <AgentRequests agent_id={agent.agent_id} />
              <AgentConnections agent_id={agent.agent_id} may={may} />
            </div>
            <div className="column">
              <AgentScopes agent={agent} may={mayChange} />
              <Details of={read.data} may={mayChange} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

interface Props {
  readonly of: AgentsReadAnswer
  readonly may: boolean
}

const Top = ({ of: { agent, last_asked_at }, may }: Props) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { agent_id, name, runtime, status, version } = agent
  const stopped_at = useOrganization().data?.merchant.agents_stopped_at
  const set = (next: 'active' | 'suspended') =>
    api.agents.update(agent_id, { status: next, version }).then(() => queries.invalidateQueries())
  const activate = useMutation({ mutationFn: async () => set('active') })
  return (
    <>
      <Heading
        title={name}
        shown={
          <>
            {name} <Status of={status} />
          </>
        }
        action={
          <>
            {may && status === 'active' && (
              <button type="button" className="button" data-kind="stop" onClick={() => setAsks(true)}>
                {t('agent.suspend')}
              </button>
            )}
            {may && status === 'suspended' && !stopped_at && (
              <button type="button" className="button" disabled={activate.isPending} onClick={() => activate.mutate()}>
                {t('agent.activate')}
              </button>
            )}
          </>
        }
      />
      <p className="muted agent-lead">
        {t('agent.runs', { runtime })} {t('agent.asked')} <Ago at={last_asked_at} />.
      </p>
      {stopped_at && <p role="status">{t('stopAgents.stopped', { when: momentOf(stopped_at) })}</p>}
      {activate.error ? <Fault error={activate.error} /> : null}
      {asks && (
        <Confirm
          title={t('agent.suspendTitle', { name })}
          verb={t('agent.suspendOne', { name })}
          run={() => set('suspended')}
          onClose={() => setAsks(false)}
        >
          <p>{t('agent.suspendLead')}</p>
        </Confirm>
      )}
    </>
  )
}

const Details = ({ of: { agent }, may }: Props) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<'rename' | 'retire'>()
  const { agent_id, name, version, created_at } = agent
  const close = () => setAsks(undefined)
  const again = () => queries.invalidateQueries()
  return (
    <section className="card pad">
      <h2>{t('agent.details')}</h2>
      <dl className="facts-list">
        <div>
          <dt className="muted">{t('agent.id')}</dt>
          <dd>
            <span className="mono">{agent_id}</span> <Copy value={agent_id} what={t('agent.id')} />
          </dd>
        </div>
        <div>
          <dt className="muted">{t('agent.created')}</dt>
          <dd>{dayOf(created_at)}</dd>
        </div>
      </dl>
      {may && (
        <p className="heading-actions">
          <button type="button" className="button" data-size="small" onClick={() => setAsks('rename')}>
            {t('agent.rename')}
          </button>
          <button type="button" className="button" data-size="small" data-kind="stop" onClick={() => setAsks('retire')}>
            {t('agent.retire')}
          </button>
        </p>
      )}
      {asks === 'rename' && (
        <Rename
          title={t('agent.renameTitle')}
          name={name}
          run={(next) => api.agents.update(agent_id, { name: next, version }).then(again)}
          onClose={close}
        />
      )}
      {asks === 'retire' && (
        <Confirm
          title={t('agent.retireTitle', { name })}
          verb={t('agent.retireOne', { name })}
          run={() => api.agents.update(agent_id, { status: 'retired', version }).then(again)}
          onClose={close}
        >
          <p>{t('agent.retireLead')}</p>
        </Confirm>
      )}
    </section>
  )
}
