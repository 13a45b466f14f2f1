/** Connections end: with their device, for a merchant, or after a restore; replaced tokens end by themselves. */
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { endOldConnectionTokens } from '../../platform/credentials/connection-token.ts'
import { removeDeviceToken } from '../../platform/credentials/device-token.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SystemTx, TenantTx, Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markDeviceRevoked } from '../devices/devices.ts'
import { appendConnectionEvent, revokeConnection } from './change-connection.ts'
import {
  type ConnectionRow,
  endConnectionOfTenant,
  selectConnectionsOfTenant,
  selectOpenConnections,
} from './connections.store.ts'

/**
 * A lost or sold device: its token opens nothing from the answer on, and with the last device of a wallet its connections end.
 * The wallet is held first, so that no invitation that was approved becomes a connection afterwards.
 */
export const revokeDevice = async (tx: WalletTx) => {
  const { device, is_last } = await markDeviceRevoked(tx)
  await removeDeviceToken(tx)
  if (!is_last) return { device, connections_ended: 0 }
  const open = await selectOpenConnections(tx)
  for (const { connection_id } of open) await revokeConnection(tx, connection_id)
  return { device, connections_ended: open.length }
}

// A merchant ends a connection of one of its agents. The wallet and the merchant are told of it, and it is audited.

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

// Connection tokens end on time: those that were renewed ten minutes ago, and those of 90 days.

const EVERY_MS = 10_000

export const endOldTokens = (jobs: Jobs, { transactions }: { transactions: Transactions }): void =>
  jobs.every(EVERY_MS, 'end-old-connection-tokens', () => transactions.asSystem(endOldConnectionTokens))

/** After a restored backup: the next event of every connection has a cursor that no reader has seen. */
export const jumpConnectionCursors = async ({ client }: SystemTx, by: number): Promise<void> => {
  await client.query('select jump_connection_cursors($1)', [by])
}
