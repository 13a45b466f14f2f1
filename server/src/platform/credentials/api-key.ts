/**
 * A project's key for the agent-payment surface. Its hash stands on the key's own record in the projects module, and every
 * call asks that row, so that a revoked key is dead at the next one.
 */
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import type { ApiKeyCaller } from './callers.ts'
import { hashOf } from './presented.ts'

interface Tables {
  api_key_credentials: Table<
    'api_key_credentials',
    { merchant_id: Uuid; project_id: Uuid; api_key_id: Uuid; key_hash: Buffer }
  >
}

/** The projects module keeps the hash and the last four characters; nobody keeps the key. */
export const newApiKey = (merchant_id: Uuid): { secret: string; key_hash: Buffer; last_four: string } => {
  const secret = newSecret('key', slotOf(merchant_id))
  return { secret, key_hash: hashOf(secret), last_four: secret.slice(-4) }
}

export const findApiKey = async (tx: SystemTx, secret: string): Promise<ApiKeyCaller | undefined> => {
  const keys = tx.tables<Tables>()
  const row = await keys
    .selectFrom('api_key_credentials')
    .select(['merchant_id', 'project_id', 'api_key_id'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale'))
    .where('key_hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (!row) return undefined
  const { stale, ...key } = row
  if (stale) {
    await keys
      .updateTable('api_key_credentials')
      .set({ last_used_at: sql`now()` })
      .where('merchant_id', '=', key.merchant_id)
      .where('api_key_id', '=', key.api_key_id)
      .execute()
  }
  return { kind: 'api_key', rate_key: key.api_key_id, ...key }
}
