import { exportAuditEvents, listAuditEvents } from '@pursestrings/contract/audit-events/operations'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SendExport } from '../../platform/http/export.ts'
import type { Route } from '../../platform/http/route.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { auditSheet, listWithNames, recordExport } from './read-audit-events.ts'

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
