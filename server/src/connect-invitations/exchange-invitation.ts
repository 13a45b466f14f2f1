/**
 * The claimant turns an approval into a connection, once (A6). The agent is shared first and the invitation held next, in
 * the order of the resources: there is a token only if the approval stands and the agent is active at the commit (pair 19).
 */

import {
  approvalPending,
  invitationExpired,
  invitationRejected,
  invitationSpent,
} from '@countersign/contract/connect-invitations/errors'
import type { InvitationStatus } from '@countersign/contract/connect-invitations/states'
import type { ErrorEntry } from '@countersign/contract/errors'
import { agentNotActive, resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { shareAgent } from '../agents/read-agent.ts'
import { type Delivered, openConnection } from '../connections/open-connection.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { decideInvitation, lockInvitation, selectInvitation } from './connect-invitations.store.ts'

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
