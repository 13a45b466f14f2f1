import * as contract from '@pursestrings/contract/log/operations'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { proveConsistency, proveEntry } from './prove.ts'

export const logRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.proveEntry, ({ query }) => transactions.asSystem((tx) => proveEntry(tx, query)))
  route(contract.proveConsistency, ({ query }) => transactions.asSystem((tx) => proveConsistency(tx, query)))
}
