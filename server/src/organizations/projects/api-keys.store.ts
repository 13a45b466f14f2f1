/** Statements on api_keys. What a key opens is read by its guard, in credentials/merchant-key.ts. */
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  api_keys: Table<'api_keys'>
}

export interface ApiKeyRow {
  readonly project_id: Uuid
  readonly api_key_id: Uuid
  readonly name: string
  readonly last_four: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

/** A key by its path: of that project and no other. */
export interface ApiKeyName {
  readonly project_id: Uuid
  readonly api_key_id: Uuid
}

const SHOWN = ['project_id', 'api_key_id', 'name', 'last_four', 'created_at', 'last_used_at', 'revoked_at'] as const

export const apiKeyOnWire = ({ project_id, api_key_id, name, last_four, ...row }: ApiKeyRow) => ({
  api_key_id: idOf('key', api_key_id),
  project_id: idOf('prj', project_id),
  name,
  last_four,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

const ofProject = (tx: TenantTx, project_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('api_keys')
    .where('merchant_id', '=', tx.merchant_id)
    .where('project_id', '=', project_id)

/** How many work, and stay until the commit: whoever else wants to add one waits here. */
export const holdLiveKeyCount = async (tx: TenantTx, project_id: Uuid): Promise<number> => {
  const name = `api_keys ${project_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.tables<Tables>())
  const { count } = await ofProject(tx, project_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

type NewApiKey = Pick<Tables['api_keys'], 'project_id' | 'name' | 'key_hash' | 'last_four'>

export const insertApiKey = (tx: TenantTx, key: NewApiKey): Promise<ApiKeyRow> =>
  tx
    .tables<Tables>()
    .insertInto('api_keys')
    .values({ merchant_id: tx.merchant_id, api_key_id: newUuidFor(tx.merchant_id), ...key })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

export const selectApiKey = (tx: TenantTx, { project_id, api_key_id }: ApiKeyName): Promise<ApiKeyRow | undefined> =>
  ofProject(tx, project_id).select(SHOWN).where('api_key_id', '=', api_key_id).executeTakeFirst()

/** Newest first, strictly before the key that the cursor names. */
export const selectApiKeys = (
  tx: TenantTx,
  project_id: Uuid,
  before: Uuid | undefined,
  limit: number,
): Promise<ApiKeyRow[]> =>
  ofProject(tx, project_id)
    .select(SHOWN)
    .$if(before !== undefined, (q) => q.where('api_key_id', '<', before as Uuid))
    .orderBy('api_key_id', 'desc')
    .limit(limit)
    .execute()

/** Undefined if there is none, or it was revoked before. */
export const revokeApiKey = (tx: TenantTx, { project_id, api_key_id }: ApiKeyName): Promise<ApiKeyRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('project_id', '=', project_id)
    .where('api_key_id', '=', api_key_id)
    .where('revoked_at', 'is', null)
    .returning(SHOWN)
    .executeTakeFirst()
