/**
 * The wallet's answer to an invitation. It may grant less than was asked and never more; it may repeat itself, and take an
 * approval back until it is exchanged. The row is held, so that of two answers at once one goes first (racing pair 19).
 */

import {
  invitationDecided,
  invitationExpired,
  scopesNotRequested,
} from '@countersign/contract/connect-invitations/errors'
import type { approveInvitation as operation } from '@countersign/contract/connect-invitations/operations'
import { INVITATION_STATUS_NEXT } from '@countersign/contract/connect-invitations/states'
import type { BodyOf } from '@countersign/contract/operation'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { refuseWithoutKey } from '../connections/decision-signature.ts'
import { sameScopes, scopesWithin } from '../connections/scopes-within.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { decideInvitation, type InvitationRow, lockInvitation } from './connect-invitations.store.ts'

export const approveInvitation = async (
  tx: WalletTx,
  id: Uuid,
  { scopes, decision_signature }: BodyOf<typeof operation>,
): Promise<InvitationRow> => {
  const invitation = await hold(tx, id)
  const decision_required = decision_signature === 'required'
  const granted_scopes = scopesWithin(scopes, invitation.requested_scopes, scopesNotRequested)
  const { granted_scopes: before, status } = invitation
  const again = status === 'approved' || status === 'exchanged'
  const same = decision_required === invitation.decision_required
  if (again && same && before && sameScopes(before, granted_scopes)) return invitation
  refuseUnlessNext(invitation, 'approved')
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
