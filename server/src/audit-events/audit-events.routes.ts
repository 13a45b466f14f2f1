import { listAuditEvents } from '@countersign/contract/audit-events/operations'
import { idOf } from '@countersign/contract/wire/ids'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { selectAuditEvents } from './audit-events.store.ts'

export const auditEventRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(listAuditEvents, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('aud', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectAuditEvents(tx, before, limit + 1))
    const wire = rows.map(({ merchant_id: _tenant, ...row }) => ({
      ...row,
      audit_event_id: idOf('aud', row.audit_event_id),
    }))
    const { records, next_cursor } = pageOf(wire, limit, (event) => event.audit_event_id)
    return { audit_events: records as never, next_cursor }
  })
}
