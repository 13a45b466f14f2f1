/** All that a person could sign in with is deleted: links and codes by mail, grants and passkeys. Sessions are closed apart. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'

interface Tables {
  email_links: Table<'email_links'>
  session_grants: Table<'session_grants'>
  passkeys: Table<'passkeys'>
  passkey_challenges: Table<'passkey_challenges'>
}

export const forgetCredentialsOf = async (tx: SystemTx, account_id: Uuid, email: string): Promise<void> => {
  const tables = tx.tables<Tables>()
  await tables.deleteFrom('email_links').where('email', '=', email).execute()
  await tables.deleteFrom('session_grants').where('account_id', '=', account_id).execute()
  await tables.deleteFrom('passkey_challenges').where('account_id', '=', account_id).execute()
  await tables.deleteFrom('passkeys').where('account_id', '=', account_id).execute()
}

export const passkeysOf = (tx: SystemTx, account_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('account_id', '=', account_id)
    .orderBy('passkey_id')
    .execute()
