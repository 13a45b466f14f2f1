/** Where a merchant's people are reached. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Membership } from '../merchants/change-membership.ts'
import { membersOfMerchant } from '../merchants/merchants.reads.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { selectAccounts } from './accounts.store.ts'

export const operatorsOfMerchant = async (
  tx: SystemTx,
  merchant_id: Uuid,
  is_meant: (member: Membership) => boolean = () => true,
): Promise<string[]> => {
  const members = await membersOfMerchant(tx, merchant_id)
  const reached = members.filter(is_meant).map(({ account_id }) => account_id)
  return (await selectAccounts(tx, reached)).map(({ email }) => email)
}
