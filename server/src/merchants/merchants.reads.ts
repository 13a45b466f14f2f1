/** Reads of merchants and memberships that other resources build on, and how a merchant is shown. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import type { MerchantRow, MerchantTables } from './merchants.store.ts'

export type Merchant = MerchantRow

export const merchantOnWire = (row: MerchantRow) => ({
  ...row,
  merchant_id: idOf('mer', row.merchant_id),
  created_at: row.created_at.toISOString(),
})

/** Every organization that an account may open, oldest first. */
export const merchantsOfAccount = (tx: SystemTx, account_id: Uuid): Promise<MerchantRow[]> =>
  tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .innerJoin('memberships', 'memberships.merchant_id', 'merchants.merchant_id')
    .selectAll('merchants')
    .where('memberships.account_id', '=', account_id)
    .orderBy('merchants.merchant_id')
    .execute()

/** The accounts that may open a merchant. */
export const membersOfMerchant = async (tx: SystemTx, merchant_id: Uuid): Promise<Uuid[]> => {
  const rows = await tx
    .tables<MerchantTables>()
    .selectFrom('memberships')
    .select('account_id')
    .where('merchant_id', '=', merchant_id)
    .execute()
  return rows.map((row) => row.account_id)
}
