/** Where a merchant's operators are reached. */
import type { Uuid } from '@countersign/contract/wire/ids'
import { membersOfMerchant } from '../merchants/merchants.reads.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { selectEmails } from './accounts.store.ts'

export const operatorsOfMerchant = async (tx: SystemTx, merchant_id: Uuid): Promise<string[]> =>
  selectEmails(tx, await membersOfMerchant(tx, merchant_id))
