/** What needs the user: who wants to connect, what waits for an answer; and what came of the last ones. Live. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { InvitationRow } from '../agents/InvitationRow.tsx'
import { openInvitations } from '../agents/invitations.ts'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useVault } from '../keys/session.ts'
import { PolicyRows } from '../policies/PolicyRows.tsx'
import { EndedRow, WaitingRow } from '../requests/RequestRow.tsx'
import { Balance } from './Balance.tsx'
import { InboxBar } from './InboxBar.tsx'

const RECENT = 3
const WAITING_MAX = 100
const ENDED = ['signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'] as const

export const Inbox = () => {
  const { t } = useTranslation()
  const { backed_up } = useVault()
  const waiting = useQuery({
    queryKey: ['requests', 'waiting'],
    queryFn: () => api().paymentRequests.list({ status: 'pending' }).toArray({ limit: WAITING_MAX }),
  })
  const recent = useQuery({
    queryKey: ['requests', 'recent'],
    queryFn: () =>
      api()
        .paymentRequests.list({ status: [...ENDED] })
        .toArray({ limit: RECENT }),
  })
  const invitations = useQuery({ queryKey: ['invitations'], queryFn: openInvitations })
  const count = (waiting.data?.length ?? 0) + (invitations.data?.length ?? 0)
  return (
    <div className="page">
      <InboxBar />
      <Balance />
      {!backed_up && (
        <div className="notice" data-tone="look">
          <Icon name="alert" size={18} />
          <p>
            <b>{t('inbox.backup')}</b> {t('inbox.backupMeans')}
          </p>
          <Link className="button" data-size="small" to="/settings/backup">
            {t('inbox.backupGo')}
          </Link>
        </div>
      )}
      <section className="group" aria-labelledby="waiting">
        <header>
          <h2 id="waiting">{t('inbox.waiting')}</h2>
          {count > 0 && <span className="muted">{count}</span>}
        </header>
        {waiting.error ? <Fault error={waiting.error} onAgain={() => void waiting.refetch()} /> : null}
        {waiting.data && invitations.data && count === 0 && <NothingWaits />}
        {count > 0 && (
          <ul className="card rows">
            {invitations.data?.map((invitation) => (
              <InvitationRow key={invitation.connect_invitation_id} invitation={invitation} />
            ))}
            {waiting.data?.map((request) => (
              <WaitingRow key={`${request.connection_id}${request.request_id}`} request={request} />
            ))}
          </ul>
        )}
      </section>
      <PolicyRows />
      {recent.data && recent.data.length > 0 && (
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
      )}
      <p className="small muted promise">{t('inbox.promise')}</p>
    </div>
  )
}

const NothingWaits = () => {
  const { t } = useTranslation()
  const connections = useQuery({
    queryKey: ['connections', 'any'],
    queryFn: async () => (await api().connections.list({ limit: 1 }).page()).connections.length > 0,
  })
  return (
    <div className="card empty">
      <Icon name="inbox" size={32} />
      <p className="muted">{t('inbox.empty')}</p>
      {connections.data === false && (
        <Link className="button" data-kind="primary" to="/agents/connect">
          {t('inbox.noAgents')}
        </Link>
      )}
    </div>
  )
}
