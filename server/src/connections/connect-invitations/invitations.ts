/** Invitations: the wallet decides, the agent exchanges them for a connection, and what is left expires. */

import type { approveInvitation as approveInvitationOperation } from '@pursestrings/contract/connect-invitations/operations'
import {
  approvalPending,
  INVITATION_STATUS_NEXT,
  type InvitationStatus,
  invitationDecided,
  invitationExpired,
  invitationRejected,
  invitationSpent,
  scopesNotRequested,
} from '@pursestrings/contract/connect-invitations/records'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { agentNotActive, resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { TenantTx, Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { shareAgent } from '../agents/agents.ts'
import { sameScopes, scopesWithin } from '../connections/change-connection.ts'
import { refuseWithoutKey } from '../connections/decision-signature.ts'
import { type Delivered, openConnection } from '../connections/open-connection.ts'
import { refuseStopped } from '../devices/devices.ts'
import {
  decideInvitation,
  expireInvitations as expire,
  type InvitationRow,
  lockInvitation,
  selectInvitation,
} from './connect-invitations.store.ts'

/**
 * The wallet's answer to an invitation. It may grant less than was asked and never more; it may repeat itself, and take an
 * approval back until it is exchanged. The row is held, so that of two answers at once one goes first.
 */
export const approveInvitation = async (
  tx: WalletTx,
  id: Uuid,
  { scopes, decision_signature }: BodyOf<typeof approveInvitationOperation>,
): Promise<InvitationRow> => {
  const invitation = await hold(tx, id)
  const decision_required = decision_signature === 'required'
  const granted_scopes = scopesWithin(scopes, invitation.requested_scopes, scopesNotRequested)
  const { granted_scopes: before, status } = invitation
  const again = status === 'approved' || status === 'exchanged'
  const same = decision_required === invitation.decision_required
  if (again && same && before && sameScopes(before, granted_scopes)) return invitation
  refuseUnlessNext(invitation, 'approved')
  await refuseStopped(tx, tx.wallet_id)
  if (decision_required) await refuseWithoutKey(tx, tx.device_id)
  return decideInvitation(tx, id, { status: 'approved', granted_scopes, decision_required })
}

export const rejectInvitation = async (tx: WalletTx, id: Uuid): Promise<InvitationRow> => {
  const invitation = await hold(tx, id)
  if (invitation.status === 'rejected') return invitation
  refuseUnlessNext(invitation, 'rejected')
  return decideInvitation(tx, id, { status: 'rejected' })
}

const hold = async (tx: WalletTx, id: Uuid): Promise<InvitationRow> => {
  const invitation = await lockInvitation(tx, id)
  if (!invitation) throw new Refusal(resourceNotFound)
  return invitation
}

const refuseUnlessNext = ({ status }: InvitationRow, next: 'approved' | 'rejected'): void => {
  const allowed: readonly string[] = INVITATION_STATUS_NEXT[status]
  if (allowed.includes(next)) return
  if (status === 'expired') throw new Refusal(invitationExpired)
  throw new Refusal(invitationDecided, { details: { current_status: status } })
}

// The claimant turns an approval into a connection, once. The agent is shared first and the invitation held next, in
// the order of the resources: there is a token only if the approval stands and the agent is active at the commit (pair 19).

const OTHERWISE: Record<Exclude<InvitationStatus, 'approved'>, ErrorEntry> = {
  pending: approvalPending,
  exchanged: invitationSpent,
  rejected: invitationRejected,
  expired: invitationExpired,
}

export const exchangeInvitation = async (tx: TenantTx, id: Uuid): Promise<Delivered> => {
  const named = await selectInvitation(tx, id)
  if (!named) throw new Refusal(resourceNotFound)
  const agent = await shareAgent(tx, named.agent_id)
  const invitation = await lockInvitation(tx, id)
  if (!invitation) throw new Refusal(resourceNotFound)
  const { status, agent_id, device_id, source, granted_scopes, decision_required } = invitation
  if (status !== 'approved') throw new Refusal(OTHERWISE[status])
  if (agent.status !== 'active') throw new Refusal(agentNotActive)
  const agreed = { agent_id, device_id, source, scopes: granted_scopes ?? [], decision_required }
  const { connection_id, ...delivered } = await openConnection(tx, agreed)
  await decideInvitation(tx, id, { status: 'exchanged', connection_id })
  return delivered
}

// Invitations read as expired at once; their events are written by this sweep, within seconds.

/** As `expire_connect_invitations` has it. */
const DUE = `exists (select from connect_invitations where status in ('pending', 'approved') and expiry_event_at is null
  and expires_at between now() - interval '1 day' and now())`
const AT_MOST = 500

export const expireInvitations = (jobs: Jobs, { transactions }: { transactions: Transactions }): void =>
  jobs.attend('expire-connect-invitations', { due: DUE }, async () => {
    await transactions.asSystem((tx) => expire(tx, AT_MOST))
    return 'none'
  })
