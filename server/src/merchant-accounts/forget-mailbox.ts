/** The account of a person who is to be forgotten loses its mailbox, and stays. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import { eraseMailbox } from './accounts.store.ts'

export const forgetMailbox = (tx: SystemTx, account_id: Uuid): Promise<void> => eraseMailbox(tx, account_id)
