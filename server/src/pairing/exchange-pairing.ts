/**
 * The agent that started a pairing obtains a token of its own, once; the copy that the wallet got is dead at that commit
 * (W7). Agent, connection and session are taken in the order of the resources.
 */
import { approvalPending } from '@countersign/contract/connect-invitations/errors'
import type { ErrorEntry } from '@countersign/contract/errors'
import { pairingEnded, pairingRejected, pairingSpent } from '@countersign/contract/pairing/errors'
import type { PairingStatus } from '@countersign/contract/pairing/states'
import { connectionRevoked, credentialInvalid, resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { shareAgent } from '../agents/read-agent.ts'
import { type Delivered, replaceConnectionToken } from '../connections/open-connection.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { selectSession, spendSession } from './pairing.store.ts'

const OTHERWISE: Record<Exclude<PairingStatus, 'approved'>, ErrorEntry> = {
  pending: approvalPending,
  exchanged: pairingSpent,
  rejected: pairingRejected,
  expired: pairingEnded,
  locked: pairingEnded,
}

export const exchangePairing = async (tx: TenantTx, id: Uuid, agent_id: Uuid): Promise<Delivered> => {
  const agent = await shareAgent(tx, agent_id)
  // Its token opened the route a moment ago; what matters is how the agent stands at the commit.
  if (agent.status !== 'active') throw new Refusal(credentialInvalid)
  const session = await selectSession(tx, id, agent_id)
  if (!session) throw new Refusal(resourceNotFound)
  if (session.status !== 'approved' || session.connection_id === null) throw refusalFor(session.status)
  const delivered = await replaceConnectionToken(tx, session.connection_id)
  if (!delivered) throw new Refusal(connectionRevoked)
  if (await spendSession(tx, id)) return delivered
  throw refusalFor((await selectSession(tx, id, agent_id))?.status ?? 'expired')
}

const refusalFor = (status: PairingStatus): Error =>
  status === 'approved' ? new Error('an approved pairing has no connection') : new Refusal(OTHERWISE[status])
