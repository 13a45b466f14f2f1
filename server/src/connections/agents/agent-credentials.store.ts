/** Statements on agent_credentials. Whether one has expired is said by the database's clock, in the same statement. */
import type { CREDENTIAL_STATUSES_SHOWN } from '@pursestrings/contract/agent-credentials/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { fingerprintOf } from './public-key.ts'

export interface CredentialTables {
  agent_credentials: Table<'agent_credentials'>
}

const now = sql<Date>`now()`

export interface CredentialRow {
  readonly agent_id: Uuid
  readonly credential_id: Uuid
  readonly kid: string
  readonly alg: 'Ed25519'
  readonly public_key: Buffer
  readonly status: (typeof CREDENTIAL_STATUSES_SHOWN)[number]
  readonly not_before: Date
  readonly expires_at: Date
  readonly created_at: Date
  readonly activated_at: Date | null
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

/** A credential is named together with its agent: under another agent it does not exist. */
export type CredentialName = Pick<CredentialRow, 'agent_id' | 'credential_id'>

export const SHOWN = [
  'agent_id',
  'credential_id',
  'kid',
  'alg',
  'public_key',
  'not_before',
  'expires_at',
  'created_at',
  'activated_at',
  'last_used_at',
  'revoked_at',
  sql<CredentialRow['status']>`
    case when status <> 'revoked' and expires_at <= now() then 'expired' else status end`.as('status'),
] as const

export const credentialOnWire = (row: CredentialRow) => ({
  ...row,
  agent_id: idOf('agt', row.agent_id),
  credential_id: idOf('crd', row.credential_id),
  public_key: row.public_key.toString('base64url'),
  fingerprint: fingerprintOf(row.public_key),
  not_before: row.not_before.toISOString(),
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  activated_at: row.activated_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

export const credentialsOfAgent = (tx: TenantTx, agent_id: Uuid) =>
  tx
    .tables<CredentialTables>()
    .selectFrom('agent_credentials')
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', agent_id)

export const selectCredential = (
  tx: TenantTx,
  { agent_id, credential_id }: CredentialName,
): Promise<CredentialRow | undefined> =>
  credentialsOfAgent(tx, agent_id).select(SHOWN).where('credential_id', '=', credential_id).executeTakeFirst()

/** Newest first. */
export const selectCredentials = (tx: TenantTx, agent_id: Uuid, limit: number): Promise<CredentialRow[]> =>
  credentialsOfAgent(tx, agent_id).select(SHOWN).orderBy('credential_id', 'desc').limit(limit).execute()

type ProvenCredential = Pick<CredentialRow, 'agent_id' | 'credential_id' | 'kid' | 'alg' | 'public_key'>

/** Of a key whose owner has just signed with it. Undefined where the key is taken. */
export const insertProvenCredential = (
  tx: TenantTx,
  credential: ProvenCredential,
  lifetime_days: number,
): Promise<CredentialRow | undefined> =>
  tx
    .tables<CredentialTables>()
    .insertInto('agent_credentials')
    .values({
      merchant_id: tx.merchant_id,
      ...credential,
      status: 'active',
      not_before: now,
      activated_at: now,
      expires_at: sql<Date>`now() + make_interval(days => ${lifetime_days})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(SHOWN)
    .executeTakeFirst()

/** Whose key it is, as long as it works. */
export const selectAgentOfKey = async (
  tx: TenantTx,
  { kid, public_key }: Pick<CredentialRow, 'kid' | 'public_key'>,
): Promise<Uuid | undefined> => {
  const row = await tx
    .tables<CredentialTables>()
    .selectFrom('agent_credentials')
    .select('agent_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('public_key', '=', public_key)
    .where('kid', '=', kid)
    .where('status', '=', 'active')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.agent_id
}

export const hasKid = async (tx: TenantTx, agent_id: Uuid, kid: string): Promise<boolean> =>
  (await credentialsOfAgent(tx, agent_id).select('kid').where('kid', '=', kid).executeTakeFirst()) !== undefined

export const countActiveCredentials = async (tx: TenantTx, agent_id: Uuid): Promise<number> => {
  const { count } = await credentialsOfAgent(tx, agent_id)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'active')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

/** Unless another call has noted it meanwhile. */
export const noteUse = async (tx: TenantTx, { agent_id, credential_id }: CredentialName): Promise<void> => {
  await tx
    .tables<CredentialTables>()
    .updateTable('agent_credentials')
    .set({ last_used_at: sql<Date>`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', agent_id)
    .where('credential_id', '=', credential_id)
    // One that was revoked meanwhile stays as it is.
    .where('status', '=', 'active')
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
}

/** Undefined if there is none, or it was revoked before. */
export const revokeCredential = (
  tx: TenantTx,
  { agent_id, credential_id }: CredentialName,
): Promise<CredentialRow | undefined> =>
  tx
    .tables<CredentialTables>()
    .updateTable('agent_credentials')
    .set({ status: 'revoked', revoked_at: sql`now()`, challenge_hash: null, challenge_expires_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', agent_id)
    .where('credential_id', '=', credential_id)
    .where('status', '<>', 'revoked')
    .returning(SHOWN)
    .executeTakeFirst()
