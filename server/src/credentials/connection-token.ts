/**
 * A connected agent's token. Its hash stands on the connection itself, so that rotating, pausing and revoking are one
 * update, and every call asks that row: there is no cache that could outlive a revocation (I6, planted bug 3).
 */

import type { Scope } from '@countersign/contract/scopes'
import { slotOf, type Uuid } from '@countersign/contract/wire/ids'
import { newSecret } from '@countersign/contract/wire/secrets'
import type { Transactions } from '../postgres/transaction.ts'
import { hashOf } from './hash.ts'

export interface FoundConnection {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly agent_id: Uuid
  readonly device_id: Uuid
  /** Granted by the user and still allowed by the merchant. */
  readonly scopes: Scope[]
  readonly status: 'active' | 'paused' | 'revoked'
  readonly paused_by: 'wallet' | 'rejections' | null
  readonly agent_active: boolean
  /** Whether one of the agent's keys works now, by the database's clock. */
  readonly agent_has_key: boolean
}

/** The connections module keeps the hash; nobody keeps the token. */
export const newConnectionToken = (merchant_id: Uuid): { token: string; token_hash: Buffer } => {
  const token = newSecret('conn', slotOf(merchant_id))
  return { token, token_hash: hashOf(token) }
}

const text = `select token_hash, merchant_id, connection_id, agent_id, device_id, scopes, status, paused_by, agent_active,
    agent_has_key
  from connection_credentials where token_hash = any($1::bytea[])`

/** Many at once, each undefined where it opens nothing. Only hashes go in: nothing that a caller wrote. */
export const findConnectionTokens = async (
  { readAsSystem }: Transactions,
  hashes: readonly Buffer[],
): Promise<(FoundConnection | undefined)[]> => {
  const query = { name: 'find_connection_tokens', text, values: [hashes] }
  const rows = await readAsSystem<FoundConnection & { token_hash: Buffer }>(query)
  const found = new Map(rows.map(({ token_hash, ...connection }) => [token_hash.toString('latin1'), connection]))
  return hashes.map((hash) => found.get(hash.toString('latin1')))
}
