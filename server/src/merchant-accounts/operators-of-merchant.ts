/** Where a merchant's people are reached. */
import type { Role } from '@countersign/contract/members/roles'
import { isAtLeast } from '@countersign/contract/members/roles'
import type { Uuid } from '@countersign/contract/wire/ids'
import { membersOfMerchant } from '../merchants/merchants.reads.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { selectAccounts } from './accounts.store.ts'

export const operatorsOfMerchant = async (
  tx: SystemTx,
  merchant_id: Uuid,
  least_role: Role = 'viewer',
): Promise<string[]> => {
  const members = await membersOfMerchant(tx, merchant_id)
  const reached = members.filter(({ role }) => isAtLeast(role, least_role)).map(({ account_id }) => account_id)
  return (await selectAccounts(tx, reached)).map(({ email }) => email)
}
