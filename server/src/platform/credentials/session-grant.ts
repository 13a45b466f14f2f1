/**
 * The single-use grant between a proven mailbox and an open session. A choice of organization is an opaque handle that
 * means something only together with its grant: derived from it, so it needs no row and reveals no id.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { SESSION_GRANT_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { isSecret, newSecret } from '@pursestrings/protocol/secrets'
import { NO_SLOT } from '@pursestrings/protocol/slots'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import type { SignIn, SignInMethod } from './merchant-session.ts'
import { hashOf } from './presented.ts'

interface SessionGrantTables {
  session_grants: Table<'session_grants', { signed_in_by: SignInMethod }>
}

interface IssuedGrant {
  readonly grant: string
  readonly expires_at: Date
}

export interface SpentGrant extends SignIn {
  readonly account_id: Uuid
  /** Set on the grant that follows the creation of an organization. */
  readonly chosen_merchant: Uuid | null
}

export const issueSessionGrant = async (
  tx: SystemTx,
  account_id: Uuid,
  chosen_merchant: Uuid | null,
  { signed_in_by, passkey_since }: SignIn,
): Promise<IssuedGrant> => {
  const grant = newSecret('grant', NO_SLOT)
  const { expires_at } = await tx
    .tables<SessionGrantTables>()
    .insertInto('session_grants')
    .values({
      token_hash: hashOf(grant),
      account_id,
      chosen_merchant,
      signed_in_by,
      passkey_since,
      expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_GRANT_LIFETIME_S})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { grant, expires_at }
}

export const spendSessionGrant = async (tx: SystemTx, grant: string): Promise<SpentGrant | undefined> => {
  if (!isSecret('grant', grant)) return undefined
  return tx
    .tables<SessionGrantTables>()
    .updateTable('session_grants')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashOf(grant))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'chosen_merchant', 'signed_in_by', 'passkey_since'])
    .executeTakeFirst()
}

export const choiceOf = (grant: string, merchant_id: Uuid): string =>
  createHmac('sha256', grant).update(`svc.merchant_choice.v1\n${merchant_id}`).digest('base64url').slice(0, 22)

export const isChoice = (choice: string, grant: string, merchant_id: Uuid): boolean => {
  const expected = Buffer.from(choiceOf(grant, merchant_id))
  const input = Buffer.from(choice)
  return input.length === expected.length && timingSafeEqual(input, expected)
}

export const forgetSpentSessionGrants = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<SessionGrantTables>()
    .deleteFrom('session_grants')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

// After a restored backup: sessions and everything that opens once or for minutes is deleted. Some of it was used, closed or
// replaced after the backup, and this database does not know which.

const TABLES = [
  'merchant_sessions',
  'email_links',
  'session_grants',
  'passkey_challenges',
  'step_up_codes',
  'agent_tokens',
  'claim_tokens',
] as const

/** How many sessions there were. */
export const endShortLivedCredentials = async ({ client }: SystemTx): Promise<number> => {
  let sessions = 0
  for (const table of TABLES) {
    const { rowCount } = await client.query(`delete from ${table}`)
    if (table === 'merchant_sessions') sessions = rowCount ?? 0
  }
  return sessions
}

// All that a person could sign in with is deleted: links and codes by mail, grants and passkeys. Sessions are closed apart.

interface ForgetPersonTables {
  email_links: Table<'email_links'>
  session_grants: Table<'session_grants'>
  passkeys: Table<'passkeys'>
  passkey_challenges: Table<'passkey_challenges'>
}

export const forgetCredentialsOf = async (tx: SystemTx, account_id: Uuid, email: string): Promise<void> => {
  const tables = tx.tables<ForgetPersonTables>()
  await tables.deleteFrom('email_links').where('email', '=', email).execute()
  await tables.deleteFrom('session_grants').where('account_id', '=', account_id).execute()
  await tables.deleteFrom('passkey_challenges').where('account_id', '=', account_id).execute()
  await tables.deleteFrom('passkeys').where('account_id', '=', account_id).execute()
}

export const passkeysOf = (tx: SystemTx, account_id: Uuid) =>
  tx
    .tables<ForgetPersonTables>()
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('account_id', '=', account_id)
    .orderBy('passkey_id')
    .execute()
