/** Accounts: reading one, and forgetting its mailbox. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import { accountOnWire, eraseMailbox, findAccount, selectAccount, selectAccounts } from './accounts.store.ts'

/** Accounts by their ids: one as its owner sees it, and the mailboxes of several. */
export const readAccount = async (tx: SystemTx, account_id: Uuid) => accountOnWire(await selectAccount(tx, account_id))

/** As `grantChoices` takes it. */
export const readAccountRow = (tx: SystemTx, account_id: Uuid) => selectAccount(tx, account_id)

export const readEmails = async (tx: SystemTx, account_ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> =>
  new Map((await selectAccounts(tx, account_ids)).map(({ account_id, email }) => [account_id, email]))

export const accountOfMailbox = (tx: SystemTx, email: string) => findAccount(tx, email)

/** The account of a person who is to be forgotten loses its mailbox, and stays. */
export const forgetMailbox = (tx: SystemTx, account_id: Uuid): Promise<void> => eraseMailbox(tx, account_id)
