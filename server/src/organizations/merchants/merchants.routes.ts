import * as contract from '@pursestrings/contract/merchants/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { renameMerchant } from './change-merchant.ts'
import { createMerchant } from './create-merchant.ts'
import { merchantOnWire, pageOfMerchants, readMerchant } from './merchants.reads.ts'

export const merchantRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.createMerchant, ({ body }) => createMerchant(transactions, body))

  route(contract.readMerchant, async ({ caller, params }) => ({
    merchant: await transactions.asTenant(caller.merchant_id, (tx) =>
      readMerchant(tx, uuidOf('mer', params.merchant_id)),
    ),
  }))

  route(contract.listMerchants, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('mer', query)
    const rows = await transactions.asSystem((tx) => pageOfMerchants(tx, caller.account_id, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('mer', last.merchant_id))
    return { merchants: records.map(merchantOnWire), next_cursor }
  })

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
