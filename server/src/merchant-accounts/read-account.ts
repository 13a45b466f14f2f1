/** The account behind a session, as its owner sees it. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import { accountOnWire, selectAccount } from './accounts.store.ts'

export const readAccount = async (tx: SystemTx, account_id: Uuid) => accountOnWire(await selectAccount(tx, account_id))
