import * as contract from '@countersign/contract/audit-events/tree-operations'
import type { KeySource } from '../facts-keys/key-set.ts'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { listAuditEntries, readAuditHead } from './read-audit-head.ts'

interface Deps {
  readonly transactions: Transactions
  readonly receipt_keys: KeySource
  readonly now: () => Date
}

export const auditLogRoutes = (route: Route, deps: Deps): void => {
  const { transactions } = deps
  route(contract.readAuditHead, ({ caller }) =>
    transactions.asSystem((tx) => readAuditHead(tx, caller.merchant_id, deps)),
  )
  route(contract.listAuditEntries, ({ caller, query }) =>
    transactions.asSystem((tx) => listAuditEntries(tx, caller.merchant_id, query.from ?? 0)),
  )
}
