import * as contract from '@pursestrings/contract/merchants/operations'
import { idOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { merchantOnWire, pageOfMerchants } from './merchants.reads.ts'
import { createMerchant } from './merchants.ts'

export const merchantRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.createMerchant, ({ body }) => createMerchant(transactions, body))

  route(contract.listMerchants, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('mer', query)
    const rows = await transactions.asSystem((tx) => pageOfMerchants(tx, caller.account_id, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('mer', last.merchant_id))
    return { merchants: records.map(merchantOnWire), next_cursor }
  })
}
