/**
 * Home: what can be spent, what is left to set up, what waits for the person and why; what is paid without asking, who may ask, and what
 * came of the last ones. Live.
 */
import './home.css'
import type { AutomationPolicy } from '@pursestrings/sdk'
import { grouped } from '@pursestrings/ui/AmountView'
import { UsageBar } from '@pursestrings/ui/UsageBar'
import { Wordmark } from '@pursestrings/ui/Wordmark'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { InvitationRow } from '../agents/InvitationRow.tsx'
import { openInvitations } from '../agents/invitations.ts'
import { agreedHere } from '../automatic/agreed.ts'
import { pausePolicy, resumePolicy } from '../automatic/pause-policy.ts'
import { TurnOn } from '../automatic/TurnOn.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { useVault } from '../keys/session.ts'
import { asksForConsent, PolicyRow, usePolicies } from '../policies/PolicyRows.tsx'
import { recentPayments, waitingPayments } from '../requests/lists.ts'
import { EndedRow, WaitingRow } from '../requests/RequestRow.tsx'
import { useStoppedAt } from '../stop/stop-all.ts'
import { Balance } from './Balance.tsx'
import { HomeAgents, useAgents } from './HomeAgents.tsx'
import { SetUp } from './SetUp.tsx'
import { TokenBalances } from './TokenBalances.tsx'
import '../review/review.css'

/** What may be paid without asking: each of the limits, how much of it is used, and the way to pause it. */
const Unasked = () => {
  const { t } = useTranslation()
  const policies = usePolicies().data?.filter(({ status }) => status === 'active' || status === 'paused') ?? []
  if (policies.length === 0) return null
  const pays_here = policies.some(({ id, status }) => status === 'active' && agreedHere(id) !== undefined)
  return (
    <section className="group" aria-labelledby="unasked">
      <header>
        <h2 id="unasked">{t('inbox.unasked.title')}</h2>
      </header>
      {pays_here && <TurnOn />}
      <ul className="card rows">
        {policies.map((policy) => (
          <Limit key={policy.id} policy={policy} />
        ))}
      </ul>
    </section>
  )
}

const Limit = ({
  policy: { id, name, status, used, cumulative_limit, asset },
}: {
  readonly policy: AutomationPolicy
}) => {
  const { t } = useTranslation()
  const limit = cumulative_limit ?? '0'
  const stopped_at = useStoppedAt()
  const change = useMutation({ mutationFn: () => (status === 'paused' ? resumePolicy(id) : pausePolicy(id)) })
  const words = t('inbox.unasked.used', { used: grouped(used), limit: grouped(limit), asset })
  return (
    <li className="limit-row">
      <p>
        <Link to={`/policies/${id}`}>
          <b>
            <bdi>{name}</bdi>
          </b>
        </Link>
        {status === 'paused' && <span className="muted">{t('inbox.unasked.paused')}</span>}
      </p>
      {/* For drawing alone: a share needs no exact number. */}
      <UsageBar spent={Number(used) / Number(limit)} reserved={0} label={words} />
      <p>
        <span className="muted">{words}</span>
        {!stopped_at && (
          <button type="button" className="link" disabled={change.isPending} onClick={() => change.mutate()}>
            {t(status === 'paused' ? 'inbox.unasked.resume' : 'inbox.unasked.pause')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </p>
      {change.error ? <Fault error={change.error} /> : null}
    </li>
  )
}

/** The inbox has the mark in place of a title; screen readers hear the title. */
const InboxBar = () => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('inbox.title'))
  const { address } = useVault()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <header className="top-bar">
      <Wordmark />
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('inbox.title')}
      </h1>
      <button type="button" className="button bar-end" data-size="small" onClick={() => void copy()}>
        <span role="status">{t(copied ? 'inbox.copied' : 'inbox.copyAddress')}</span>
      </button>
    </header>
  )
}

const RECENT = 5

export const Inbox = () => {
  const { t } = useTranslation()
  return (
    <div className="page home">
      <InboxBar />
      <div className="home-columns">
        <div className="home-main">
          <Balance />
          <TokenBalances />
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
  const is_whole = waiting.data && invitations.data && policies.data
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
      {!is_whole && !fault && <Skeleton as="rows" lines={2} />}
      {is_whole && count === 0 && (
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
  if (recent.data?.length === 0 || (recent.error && !recent.data)) return null
  return (
    <section className="group" aria-labelledby="recent">
      <header>
        <h2 id="recent">{t('inbox.recent')}</h2>
        <Link to="/activity">{t('frame.seeAll')}</Link>
      </header>
      {recent.data ? (
        <ul className="card rows">
          {recent.data.map((request) => (
            <EndedRow key={`${request.connection_id}${request.request_id}`} request={request} />
          ))}
        </ul>
      ) : (
        <Skeleton as="rows" lines={2} />
      )}
    </section>
  )
}
