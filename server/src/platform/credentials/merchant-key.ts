/**
 * A key of a merchant's own servers. Its hash stands on the key's record in the merchant-keys module, and every call asks
 * that row, so that a revoked key is dead at the next one.
 */
import type { MerchantScope } from '@pursestrings/contract/scopes'
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import type { MerchantKeyCaller } from './callers.ts'
import { hashOf } from './presented.ts'

interface Tables {
  merchant_key_credentials: Table<
    'merchant_key_credentials',
    { merchant_id: Uuid; merchant_key_id: Uuid; scopes: MerchantScope[]; key_hash: Buffer }
  >
}

/** The merchant-keys module keeps the hash and the last four characters; nobody keeps the key. */
export const newMerchantKey = (merchant_id: Uuid): { secret: string; key_hash: Buffer; last_four: string } => {
  const secret = newSecret('mkey', slotOf(merchant_id))
  return { secret, key_hash: hashOf(secret), last_four: secret.slice(-4) }
}

export const findMerchantKey = async (tx: SystemTx, secret: string): Promise<MerchantKeyCaller | undefined> => {
  const keys = tx.tables<Tables>()
  const row = await keys
    .selectFrom('merchant_key_credentials')
    .select(['merchant_id', 'merchant_key_id', 'scopes'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('stale'))
    .where('key_hash', '=', hashOf(secret))
    .executeTakeFirst()
  if (!row) return undefined
  const { stale, ...key } = row
  if (stale) {
    await keys
      .updateTable('merchant_key_credentials')
      .set({ last_used_at: sql`now()` })
      .where('merchant_id', '=', key.merchant_id)
      .where('merchant_key_id', '=', key.merchant_key_id)
      .execute()
  }
  return { kind: 'merchant_key', rate_key: key.merchant_key_id, ...key }
}
