/** Statements on merchant_keys. What a key opens is read by its guard, in credentials/merchant-key.ts. */
import type { MerchantScope } from '@pursestrings/contract/scopes'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  merchant_keys: Table<'merchant_keys', { scopes: MerchantScope[] }>
}

export interface MerchantKeyRow {
  readonly merchant_key_id: Uuid
  readonly name: string
  readonly scopes: MerchantScope[]
  readonly last_four: string
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

const SHOWN = [
  'merchant_key_id',
  'name',
  'scopes',
  'last_four',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const

export const merchantKeyOnWire = (row: MerchantKeyRow) => ({
  merchant_key_id: idOf('mky', row.merchant_key_id),
  name: row.name,
  scopes: row.scopes,
  last_four: row.last_four,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

const ofTenant = (tx: TenantTx) =>
  tx.tables<Tables>().selectFrom('merchant_keys').where('merchant_id', '=', tx.merchant_id)

/** How many work, and stay until the commit: whoever else wants to add one waits here. */
export const holdLiveKeyCount = async (tx: TenantTx): Promise<number> => {
  const name = `merchant_keys ${tx.merchant_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.tables<Tables>())
  const { count } = await ofTenant(tx)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .executeTakeFirstOrThrow()
  return count
}

type NewMerchantKey = Pick<Tables['merchant_keys'], 'name' | 'scopes' | 'key_hash' | 'last_four'> & {
  readonly expires_at: Date | null
}

export const insertMerchantKey = (
  tx: TenantTx,
  key: NewMerchantKey,
): Promise<MerchantKeyRow & { readonly expired: boolean }> =>
  tx
    .tables<Tables>()
    .insertInto('merchant_keys')
    .values({ merchant_id: tx.merchant_id, merchant_key_id: newUuidFor(tx.merchant_id), ...key })
    .returning(SHOWN)
    .returning(sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'))
    .executeTakeFirstOrThrow()

export const selectMerchantKey = (tx: TenantTx, merchant_key_id: Uuid): Promise<MerchantKeyRow | undefined> =>
  ofTenant(tx).select(SHOWN).where('merchant_key_id', '=', merchant_key_id).executeTakeFirst()

/** Newest first, strictly before the key that the cursor names. */
export const selectMerchantKeys = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<MerchantKeyRow[]> =>
  ofTenant(tx)
    .select(SHOWN)
    .$if(before !== undefined, (q) => q.where('merchant_key_id', '<', before as Uuid))
    .orderBy('merchant_key_id', 'desc')
    .limit(limit)
    .execute()

/** Undefined if there is none, or it was revoked before. */
export const revokeMerchantKey = (tx: TenantTx, merchant_key_id: Uuid): Promise<MerchantKeyRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('merchant_keys')
    .set({ revoked_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('merchant_key_id', '=', merchant_key_id)
    .where('revoked_at', 'is', null)
    .returning(SHOWN)
    .executeTakeFirst()
