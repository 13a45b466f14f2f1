import * as contract from '@pursestrings/contract/overview/operations'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { readOverview } from './read-overview.ts'

interface Deps {
  readonly transactions: Transactions
  readonly now: () => Date
}

export const overviewRoutes = (route: Route, { transactions, now }: Deps): void => {
  route(contract.readOverview, async ({ caller: { merchant_id }, query }) => ({
    overview: await transactions.asTenant(merchant_id, (tx) => readOverview(tx, query, now())),
  }))
}
