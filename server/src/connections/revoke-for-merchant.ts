/** A merchant ends a connection of one of its agents. The wallet and the merchant are told of it, and it is audited. */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { appendConnectionEvent } from './append-connection-event.ts'
import { type ConnectionRow, endConnectionOfTenant, selectConnectionsOfTenant } from './connections.store.ts'

interface Input {
  readonly connection_id: Uuid
  readonly actor: string
}

export const revokeForMerchant = async (tx: TenantTx, { connection_id, actor }: Input): Promise<ConnectionRow> => {
  // The hash stays, so that the agent is told why its token is dead.
  const revoked = await endConnectionOfTenant(tx, connection_id)
  if (!revoked) return revokedBefore(tx, connection_id)
  await appendConnectionEvent(tx, revoked, 'revoked')
  await appendAuditEvent(tx, {
    action: 'connection.revoked',
    actor,
    target: idOf('con', connection_id),
    details: { agent_id: revoked.source.agent_id },
  })
  return revoked
}

const revokedBefore = async (tx: TenantTx, connection_id: Uuid): Promise<ConnectionRow> => {
  const [connection] = await selectConnectionsOfTenant(tx, { connection_id }, undefined, 1)
  if (!connection) throw new Refusal(resourceNotFound)
  return connection
}
