import * as contract from '@countersign/contract/merchants/operations'
import { uuidOf } from '@countersign/contract/wire/ids'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { createMerchant } from './create-merchant.ts'
import { merchantOnWire } from './merchants.reads.ts'
import { readMerchant } from './read-merchant.ts'
import { renameMerchant } from './rename-merchant.ts'

export const merchantRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.createMerchant, ({ body }) => createMerchant(transactions, body))

  route(contract.readMerchant, async ({ caller, params }) => ({
    merchant: await transactions.asTenant(caller.merchant_id, (tx) =>
      readMerchant(tx, uuidOf('mer', params.merchant_id)),
    ),
  }))

  route(contract.listMerchants, async ({ caller: { merchant_id } }) => ({
    merchants: [await transactions.asTenant(merchant_id, (tx) => readMerchant(tx, merchant_id))],
    next_cursor: null,
  }))

  route(contract.updateMerchant, async ({ caller, params, body }) => {
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
