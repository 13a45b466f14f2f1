import * as contract from '@countersign/contract/merchants/operations'
import { uuidOf } from '@countersign/contract/wire/ids'
import type { Door } from '../http/door.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { createMerchant } from './create-merchant.ts'
import { merchantOnWire } from './merchants.store.ts'
import { readMerchant } from './read-merchant.ts'
import { renameMerchant } from './rename-merchant.ts'

export const merchantRoutes = (door: Door, { transactions }: { transactions: Transactions }): void => {
  door(contract.createMerchant, ({ body }) => createMerchant(transactions, body))

  door(contract.readMerchant, async ({ caller, params }) => ({
    merchant: await transactions.asTenant(caller.merchant_id, (tx) =>
      readMerchant(tx, uuidOf('mer', params.merchant_id)),
    ),
  }))

  door(contract.listMerchants, async ({ caller: { merchant_id } }) => ({
    merchants: [await transactions.asTenant(merchant_id, (tx) => readMerchant(tx, merchant_id))],
    next_cursor: null,
  }))

  door(contract.updateMerchant, async ({ caller, params, body }) => {
    const merchant = await transactions.asTenant(caller.merchant_id, (tx) =>
      renameMerchant(tx, {
        merchant_id: uuidOf('mer', params.merchant_id),
        account_id: caller.account_id,
        ...body,
      }),
    )
    return { merchant: merchantOnWire(merchant) }
  })
}
