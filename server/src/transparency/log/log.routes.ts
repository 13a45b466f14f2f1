import * as contract from '@pursestrings/contract/log/operations'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { proveLog } from './prove.ts'

export const logRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.proveLog, ({ query }) => transactions.asSystem((tx) => proveLog(tx, query)))
}
