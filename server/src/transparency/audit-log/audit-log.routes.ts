import * as contract from '@pursestrings/contract/audit-events/operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { type HeadDeps, listAuditEntries, proveAuditEvent, readAuditHead } from './read-audit-head.ts'

interface Deps extends HeadDeps {
  readonly transactions: Transactions
}

export const auditLogRoutes = (route: Route, deps: Deps): void => {
  const { transactions } = deps
  route(contract.listAuditEntries, ({ caller: { merchant_id }, query }) =>
    transactions.asSystem(async (tx) => ({
      // What is added meanwhile is beyond the head: it is read first.
      head: await readAuditHead(tx, merchant_id, deps),
      ...(await listAuditEntries(tx, merchant_id, query.from ?? 0)),
    })),
  )
  route(contract.proveAuditEvent, ({ caller: { merchant_id }, params }) => {
    const audit_event_id = uuidOf('aud', params.audit_event_id)
    return transactions.asSystem((tx) => proveAuditEvent(tx, { merchant_id, audit_event_id }, deps))
  })
}
