import * as contract from '@pursestrings/contract/payee-changes/operations'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { listPayeeChanges } from './list-payee-changes.ts'

export const payeeChangeRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.listPayeeChanges, ({ caller, query }) =>
    transactions.asSystem((tx) => listPayeeChanges(tx, caller.wallet_id, query.since)),
  )
}
