import { exportAuditEvents, listAuditEvents } from '@countersign/contract/audit-events/operations'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SendExport } from '../http/export.ts'
import type { Route } from '../http/route.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { auditSheet, recordExport } from './export-audit-events.ts'
import { listWithNames } from './list-audit-events.ts'

interface Deps {
  readonly transactions: Transactions
  readonly sendExport: SendExport
  /** The mailboxes of people, who belong to a module above this one. */
  readonly readEmails: (tx: SystemTx, account_ids: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, string>>
}

export const auditEventRoutes = (route: Route, deps: Deps): void => {
  route(listAuditEvents, ({ caller, query }) => listWithNames(deps, caller.merchant_id, query))
  route(exportAuditEvents, async ({ caller, query, reply, again }) => {
    const { merchant_id } = caller
    await recordExport(deps.transactions, { action: 'audit_event.exported', caller, query })
    return deps.sendExport({ merchant_id, format: query.format, reply, again }, auditSheet(deps, merchant_id, query))
  })
}
