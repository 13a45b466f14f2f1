/** Statements on audit_events: add and read, nothing else is granted. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Table } from '../postgres/table.ts'
import type { TenantTx } from '../postgres/transaction.ts'

interface Tables {
  audit_events: Table<'audit_events'>
}

interface NewAuditEvent {
  readonly audit_event_id: Uuid
  readonly action: string
  readonly actor: string
  readonly target: string
  readonly details: string
}

export const insertAuditEvent = async (tx: TenantTx, event: NewAuditEvent): Promise<void> => {
  await tx
    .tables<Tables>()
    .insertInto('audit_events')
    .values({ merchant_id: tx.merchant_id, ...event })
    .execute()
}

/** Newest first, strictly before the event that the cursor names. */
export const selectAuditEvents = (tx: TenantTx, before: Uuid | undefined, limit: number) =>
  tx
    .tables<Tables>()
    .selectFrom('audit_events')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .$if(before !== undefined, (q) => q.where('audit_event_id', '<', before as Uuid))
    .orderBy('audit_event_id', 'desc')
    .limit(limit)
    .execute()
