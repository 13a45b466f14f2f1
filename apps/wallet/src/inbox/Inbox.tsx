/**
 * Home: what can be spent, what is left to set up, what waits for the person and why; what is paid without asking, who may ask, and what
 * came of the last ones. Live.
 */
import './home.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { InvitationRow } from '../agents/InvitationRow.tsx'
import { openInvitations } from '../agents/invitations.ts'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { asksForConsent, PolicyRow, usePolicies } from '../policies/PolicyRows.tsx'
import { recentPayments, waitingPayments } from '../requests/lists.ts'
import { EndedRow, WaitingRow } from '../requests/RequestRow.tsx'
import { Balance } from './Balance.tsx'
import { HomeAgents, useAgents } from './HomeAgents.tsx'
import { InboxBar } from './InboxBar.tsx'
import { SetUp } from './SetUp.tsx'
import { Unasked } from './Unasked.tsx'

const RECENT = 5

export const Inbox = () => {
  const { t } = useTranslation()
  return (
    <div className="page home">
      <InboxBar />
      <div className="home-columns">
        <div className="home-main">
          <Balance />
          <SetUp />
          <Waiting />
        </div>
        <div className="home-side">
          <Unasked />
          <HomeAgents />
        </div>
        <div className="home-recent">
          <Recent />
          <p className="small muted promise">{t('inbox.promise')}</p>
        </div>
      </div>
    </div>
  )
}

const Waiting = () => {
  const { t } = useTranslation()
  const waiting = useQuery({ queryKey: ['requests', 'waiting'], queryFn: waitingPayments })
  const invitations = useQuery({ queryKey: ['invitations'], queryFn: openInvitations })
  const policies = usePolicies()
  const agents = useAgents()
  const proposed = policies.data?.filter(asksForConsent) ?? []
  const count = (waiting.data?.length ?? 0) + (invitations.data?.length ?? 0) + proposed.length
  const fault = waiting.error ?? invitations.error ?? policies.error
  const again = () => {
    for (const one of [waiting, invitations, policies]) if (one.error) void one.refetch()
  }
  const agentOf = (id: string) => agents.data?.find(({ connection_id }) => connection_id === id)?.source.agent_name
  return (
    <section className="group" aria-labelledby="waiting">
      <header>
        <h2 id="waiting">{t('inbox.waiting')}</h2>
        {count > 0 && <span className="muted">{count}</span>}
      </header>
      {fault ? <Fault error={fault} onAgain={again} /> : null}
      {waiting.data && invitations.data && policies.data && count === 0 && (
        <div className="card empty">
          <Icon name="inbox" size={32} />
          <p className="muted">{t('inbox.empty')}</p>
        </div>
      )}
      {count > 0 && (
        <ul className="card rows">
          {invitations.data?.map((invitation) => (
            <InvitationRow key={invitation.connect_invitation_id} invitation={invitation} />
          ))}
          {proposed.map((policy) => (
            <PolicyRow key={policy.id} policy={policy} />
          ))}
          {waiting.data?.map((request) => (
            <WaitingRow
              key={`${request.connection_id}${request.request_id}`}
              request={request}
              agent={agentOf(request.connection_id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const Recent = () => {
  const { t } = useTranslation()
  const recent = useQuery({ queryKey: ['requests', 'recent'], queryFn: () => recentPayments(RECENT) })
  if (!recent.data || recent.data.length === 0) return null
  return (
    <section className="group" aria-labelledby="recent">
      <header>
        <h2 id="recent">{t('inbox.recent')}</h2>
        <Link to="/activity">{t('frame.seeAll')}</Link>
      </header>
      <ul className="card rows">
        {recent.data.map((request) => (
          <EndedRow key={`${request.connection_id}${request.request_id}`} request={request} />
        ))}
      </ul>
    </section>
  )
}
