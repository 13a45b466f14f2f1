/** Statements on accounts. */
import { idOf, newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import { NO_SLOT } from '@pursestrings/protocol/secrets'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  accounts: Table<'accounts'>
}

export interface AccountRow {
  readonly account_id: Uuid
  readonly email: string
  readonly created_at: Date
}

export const accountOnWire = (row: AccountRow) => ({
  ...row,
  account_id: idOf('acc', row.account_id),
  created_at: row.created_at.toISOString(),
})

/** The account of a proven mailbox, made at its first proof. Two proofs at once end in one account. */
export const accountOfEmail = async (tx: SystemTx, email: string): Promise<AccountRow> => {
  const accounts = tx.tables<Tables>()
  await accounts
    .insertInto('accounts')
    .values({ account_id: newUuid(NO_SLOT), email })
    .onConflict((c) => c.column('email').doNothing())
    .execute()
  return accounts.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

export const selectAccount = (tx: SystemTx, account_id: Uuid): Promise<AccountRow> =>
  tx
    .tables<Tables>()
    .selectFrom('accounts')
    .selectAll()
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow(() => new Error(`account ${account_id} has a session but no row`))

export const selectAccounts = async (tx: SystemTx, account_ids: readonly Uuid[]): Promise<AccountRow[]> =>
  account_ids.length === 0
    ? []
    : tx
        .tables<Tables>()
        .selectFrom('accounts')
        .selectAll()
        .where('account_id', 'in', account_ids)
        .orderBy('email')
        .execute()

export const findAccount = (tx: SystemTx, email: string): Promise<AccountRow | undefined> =>
  tx.tables<Tables>().selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()

/** Needs the worker's role. */
export const eraseMailbox = async ({ client }: SystemTx, account_id: Uuid): Promise<void> => {
  await client.query('select erase_mailbox($1)', [account_id])
}
