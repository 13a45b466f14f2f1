/** Accounts by their ids: one as its owner sees it, and the mailboxes of several. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import { accountOnWire, findAccount, selectAccount, selectAccounts } from './accounts.store.ts'

export const readAccount = async (tx: SystemTx, account_id: Uuid) => accountOnWire(await selectAccount(tx, account_id))

/** As `grantChoices` takes it. */
export const readAccountRow = (tx: SystemTx, account_id: Uuid) => selectAccount(tx, account_id)

export const readEmails = async (tx: SystemTx, account_ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> =>
  new Map((await selectAccounts(tx, account_ids)).map(({ account_id, email }) => [account_id, email]))

export const accountOfMailbox = (tx: SystemTx, email: string) => findAccount(tx, email)
