/** A user has agreed: a connection comes into being with its token, or its token is replaced, each in one transaction. */
import type { Scope } from '@pursestrings/contract/scopes'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { newConnectionToken } from '../../platform/credentials/connection-token.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { refuseUnconnectable } from '../devices/devices.ts'
import { appendConnectionEvent } from './change-connection.ts'
import type { Source } from './connections.reads.ts'
import { connectionOnWire, insertConnection, replaceTokenHash } from './connections.store.ts'

export type Delivered = { connection: ReturnType<typeof connectionOnWire>; connection_token: string }

interface Agreed {
  readonly agent_id: Uuid
  readonly device_id: Uuid
  readonly scopes: Scope[]
  readonly source: Source
  /** Whoever approves sees to it that the device has a key then. */
  readonly decision_required: boolean
}

export const openConnection = async (tx: TenantTx, agreed: Agreed): Promise<Delivered & { connection_id: Uuid }> => {
  await refuseUnconnectable(tx, agreed.device_id)
  const { token: connection_token, token_hash } = newConnectionToken(tx.merchant_id)
  const row = await insertConnection(tx, { ...agreed, token_hash })
  await appendConnectionEvent(tx, row, 'created')
  return { connection_id: row.connection_id, connection: connectionOnWire(row), connection_token }
}

/** The old token is dead at the commit. Undefined if the user has revoked the connection. */
export const replaceConnectionToken = async (tx: TenantTx, connection_id: Uuid): Promise<Delivered | undefined> => {
  const { token: connection_token, token_hash } = newConnectionToken(tx.merchant_id)
  const row = await replaceTokenHash(tx, connection_id, token_hash)
  if (!row) return undefined
  await appendConnectionEvent(tx, row, 'token_rotated')
  return { connection: connectionOnWire(row), connection_token }
}
