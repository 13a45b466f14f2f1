import type { ConnectInvitation } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Left } from '../frame/Ago.tsx'

export const InvitationRow = ({ invitation }: { readonly invitation: ConnectInvitation }) => {
  const { t } = useTranslation()
  const { connect_invitation_id, source, expires_at } = invitation
  return (
    <li>
      <Link className="row" to={`/agents/invitations/${connect_invitation_id}`}>
        <b>{source.agent_name}</b>
        <span className="tone-ink">{t('agents.wants')}</span>
        <span className="muted">{source.personal ? t('agents.own') : source.merchant_name}</span>
        <Left until={expires_at} />
      </Link>
    </li>
  )
}
