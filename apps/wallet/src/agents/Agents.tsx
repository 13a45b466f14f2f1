/** Who may ask: connected agents, paused ones, and those that are gone. */
import type { Connection } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { dayOf } from '../frame/day.ts'
import { Icon } from '../frame/Icon.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Status } from '../frame/Status.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { waitingPayments } from '../requests/lists.ts'
import { StopEverything } from '../stop/StopEverything.tsx'
import { InvitationRow } from './InvitationRow.tsx'
import { openInvitations } from './invitations.ts'

const SHOWN_MAX = 200

export const Agents = () => {
  const { t } = useTranslation()
  const connections = useQuery({
    queryKey: ['connections', 'all'],
    queryFn: () => api().connections.list().toArray({ limit: SHOWN_MAX }),
  })
  const waiting = useQuery({
    queryKey: ['requests', 'waiting'],
    queryFn: waitingPayments,
  })
  const invitations = useQuery({ queryKey: ['invitations'], queryFn: openInvitations })
  const live = connections.data?.filter(({ status }) => status !== 'revoked') ?? []
  const ended = connections.data?.filter(({ status }) => status === 'revoked') ?? []
  const waitingOf = (id: string): number =>
    waiting.data?.filter(({ connection_id }) => connection_id === id).length ?? 0
  return (
    <div className="page">
      <TopBar
        title={t('agents.title')}
        aside={
          <Link className="button" data-kind="primary" data-size="small" to="/agents/connect">
            <Icon name="add" size={18} />
            {t('agents.connect')}
          </Link>
        }
      />
      <Loading of={connections} />
      {invitations.data && invitations.data.length > 0 && (
        <ul className="card rows">
          {invitations.data.map((invitation) => (
            <InvitationRow key={invitation.connect_invitation_id} invitation={invitation} />
          ))}
        </ul>
      )}
      {connections.data && live.length === 0 && (
        <div className="card empty">
          <Icon name="agents" size={32} />
          <p className="muted">{t('agents.empty')}</p>
        </div>
      )}
      {live.length > 0 && (
        <ul className="card rows">
          {live.map((connection) => (
            <AgentRow
              key={connection.connection_id}
              connection={connection}
              waiting={waitingOf(connection.connection_id)}
            />
          ))}
        </ul>
      )}
      {live.length > 0 && <StopEverything />}
      {ended.length > 0 && (
        <section className="group" aria-labelledby="ended">
          <h2 id="ended">{t('agents.ended')}</h2>
          <ul className="card rows">
            {ended.map((connection) => (
              <AgentRow key={connection.connection_id} connection={connection} waiting={0} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const AgentRow = ({ connection, waiting }: { readonly connection: Connection; readonly waiting: number }) => {
  const { t } = useTranslation()
  const { connection_id, source, status, paused_at, revoked_at, last_used_at } = connection
  return (
    <li>
      <Link className="row agent-row" to={`/agents/${connection_id}`}>
        <span className="tile">
          <Icon name="agents" />
        </span>
        <b>{source.agent_name}</b>
        <Status of={status} />
        <span className="muted">{source.personal ? t('agents.own') : source.merchant_name}</span>
        <span className="muted row-left">
          {status === 'paused' && paused_at && t('agents.since', { day: dayOf(paused_at) })}
          {status === 'revoked' && revoked_at && dayOf(revoked_at)}
          {status === 'active' && last_used_at && <Ago at={last_used_at} />}
        </span>
        {waiting > 0 && <span className="tone-ink small">{t('agents.waiting', { count: waiting })}</span>}
      </Link>
    </li>
  )
}
