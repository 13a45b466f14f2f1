import * as contract from '@countersign/contract/log/operations'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { proveConsistency, proveEntry } from './prove.ts'

export const logRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.proveEntry, ({ query }) => transactions.asSystem((tx) => proveEntry(tx, query)))
  route(contract.proveConsistency, ({ query }) => transactions.asSystem((tx) => proveConsistency(tx, query)))
}
