/**
 * The single-use grant between a proven mailbox and an open session. A choice of organization is an opaque handle that
 * means something only together with its grant: derived from it, so it needs no row and reveals no id.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { SESSION_GRANT_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { isSecret, NO_SLOT, newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import type { SignIn, SignInMethod } from './merchant-session.ts'
import { insertCode, spendCode } from './one-time-code.ts'

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
  const expires_at = await insertCode(tx, 'grant', {
    code: grant,
    lifetime_s: SESSION_GRANT_LIFETIME_S,
    account_id,
    chosen_merchant,
    signed_in_by,
    passkey_since,
  })
  return { grant, expires_at }
}

export const spendSessionGrant = async (tx: SystemTx, grant: string): Promise<SpentGrant | undefined> => {
  if (!isSecret('grant', grant)) return undefined
  return (
    spendCode(tx, 'grant', grant)
      .returning(['chosen_merchant', 'passkey_since'])
      // A check of the table: a grant has both.
      .returning([sql<Uuid>`account_id`.as('account_id'), sql<SignInMethod>`signed_in_by`.as('signed_in_by')])
      .executeTakeFirst()
  )
}

export const choiceOf = (grant: string, merchant_id: Uuid): string =>
  createHmac('sha256', grant).update(`svc.merchant_choice.v1\n${merchant_id}`).digest('base64url').slice(0, 22)

export const isChoice = (choice: string, grant: string, merchant_id: Uuid): boolean => {
  const expected = Buffer.from(choiceOf(grant, merchant_id))
  const input = Buffer.from(choice)
  return input.length === expected.length && timingSafeEqual(input, expected)
}

// After a restored backup: sessions and everything that opens once or for minutes is deleted. Some of it was used, closed or
// replaced after the backup, and this database does not know which.

/** How many sessions there were. */
export const endShortLivedCredentials = async ({ client }: SystemTx): Promise<number> => {
  await client.query('delete from one_time_codes')
  await client.query('delete from agent_tokens')
  return (await client.query('delete from merchant_sessions')).rowCount ?? 0
}

// All that a person could sign in with is deleted: links and codes by mail, grants and passkeys. Sessions are closed apart.

interface ForgetPersonTables {
  one_time_codes: Table<'one_time_codes'>
  passkeys: Table<'passkeys'>
}

export const forgetCredentialsOf = async (tx: SystemTx, account_id: Uuid, email: string): Promise<void> => {
  const tables = tx.tables<ForgetPersonTables>()
  await tables
    .deleteFrom('one_time_codes')
    .where((eb) => eb.or([eb('email', '=', email), eb('account_id', '=', account_id)]))
    .execute()
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
