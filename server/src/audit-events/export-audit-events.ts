/** The audit log as a file; and the line that every export leaves in it, written before anything is sent. */
import type { exportAuditEvents as operation } from '@countersign/contract/audit-events/operations'
import { AuditEvent } from '@countersign/contract/audit-events/records'
import type { AnswerOf, QueryOf } from '@countersign/contract/operation'
import type { ExportFormat } from '@countersign/contract/wire/exports'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { actorOf } from '../credentials/actor-of.ts'
import type { MerchantCaller, MerchantKeyCaller } from '../credentials/callers.ts'
import { EXPORT_PAGE, type Sheet } from '../http/export.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { appendAuditEvent } from './append-audit-event.ts'
import { listWithNames } from './list-audit-events.ts'

type Line = AnswerOf<
  typeof import('@countersign/contract/audit-events/operations').listAuditEvents
>['audit_events'][number]

const COLUMNS: Sheet<Line>['columns'] = {
  occurred_at: ({ occurred_at }) => new Date(occurred_at).toISOString(),
  action: ({ action }) => action,
  actor: ({ actor }) => actor,
  actor_name: ({ actor_name }) => actor_name,
  target: ({ target }) => target,
  target_name: ({ target_name }) => target_name,
  details: ({ details }) => details,
  audit_event_id: ({ audit_event_id }) => audit_event_id,
}

export const auditSheet = (
  deps: Parameters<typeof listWithNames>[0],
  merchant_id: Uuid,
  { format: _format, ...filters }: QueryOf<typeof operation>,
): Sheet<Line> => ({
  name: 'audit-log',
  record: AuditEvent,
  columns: COLUMNS,
  async read(cursor) {
    const query = { ...filters, limit: EXPORT_PAGE, ...(cursor !== undefined && { cursor }) }
    const { audit_events, next_cursor } = await listWithNames(deps, merchant_id, query)
    return { records: audit_events, next_cursor }
  },
})

interface Exported {
  readonly action: 'audit_event.exported' | 'payment_request.exported'
  readonly caller: MerchantCaller | MerchantKeyCaller
  readonly query: { readonly format?: ExportFormat }
}

/** Who took what out of the service: kept whether or not they read to the end. */
export const recordExport = (
  { asTenant }: Transactions,
  { action, caller, query: { format = 'csv', ...filters } }: Exported,
): Promise<void> =>
  asTenant(caller.merchant_id, (tx) =>
    appendAuditEvent(tx, {
      action,
      actor: actorOf(caller),
      target: idOf('mer', caller.merchant_id),
      details: { format, filters },
    }),
  )
