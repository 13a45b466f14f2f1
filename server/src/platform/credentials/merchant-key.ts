/**
 * A key of a merchant's own servers. Its hash stands on the key's record in the merchant-keys module, and every call asks
 * that row, so that a revoked key is dead at the next one.
 */
import type { MerchantScope } from '@pursestrings/contract/scopes'
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import type { ApiKeyCaller, MerchantKeyCaller } from './callers.ts'
import { hashOf } from './credentials.ts'

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

// A project's key for the agent-payment surface. Its hash stands on the key's own record in the projects module, and every
// call asks that row, so that a revoked key is dead at the next one.

/** The projects module keeps the hash and the last four characters; nobody keeps the key. */
export const newApiKey = (merchant_id: Uuid): { secret: string; key_hash: Buffer; last_four: string } => {
  const secret = newSecret('key', slotOf(merchant_id))
  return { secret, key_hash: hashOf(secret), last_four: secret.slice(-4) }
}

type Key = Pick<ApiKeyCaller, 'merchant_id' | 'project_id' | 'api_key_id'>

const FIND = 'select merchant_id, project_id, api_key_id, is_stale from key_presented($1)'

export const findApiKey = async (transactions: Transactions, secret: string): Promise<ApiKeyCaller | undefined> => {
  const look = { name: 'find_api_key', text: FIND, values: [hashOf(secret)] }
  const [row] = await transactions.readAsSystem<Key & { is_stale: boolean }>(look)
  if (!row) return undefined
  const { is_stale, ...key } = row
  if (is_stale) await transactions.asSystem((tx) => noteKeyUse(tx, key))
  return { kind: 'api_key', rate_key: key.api_key_id, ...key }
}

export const noteKeyUse = (
  { client }: SystemTx,
  { merchant_id, api_key_id }: Pick<Key, 'merchant_id' | 'api_key_id'>,
) =>
  client.query('update api_key_credentials set last_used_at = now() where merchant_id = $1 and api_key_id = $2', [
    merchant_id,
    api_key_id,
  ])
