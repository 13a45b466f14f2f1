/**
 * A connected agent's token. Its hash stands on the connection itself, so that rotating, pausing and revoking are one
 * update, and every call asks that row: there is no cache that could outlive a revocation (I6, planted bug 3).
 */
import type { Uuid } from '@countersign/contract/ids'
import type { Scope } from '@countersign/contract/scopes'
import { newSecret } from '@countersign/contract/secrets'
import type { SystemTx } from '../postgres/transaction.ts'
import { hashOf } from './hash.ts'

interface Tables {
  connection_credentials: FoundConnection & { token_hash: Buffer }
}

export interface FoundConnection {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly agent_id: Uuid
  readonly device_id: Uuid
  readonly scopes: Scope[]
  readonly status: 'active' | 'paused' | 'revoked'
  readonly agent_active: boolean
}

/** The connections room keeps the hash; nobody keeps the token. */
export const newConnectionToken = (): { token: string; token_hash: Buffer } => {
  const token = newSecret('conn')
  return { token, token_hash: hashOf(token) }
}

export const findConnectionToken = (tx: SystemTx, token: string): Promise<FoundConnection | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('connection_credentials')
    .select(['merchant_id', 'connection_id', 'agent_id', 'device_id', 'scopes', 'status', 'agent_active'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
