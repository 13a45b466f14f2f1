/** Statements on audit_events: add and read, nothing else is granted. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

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

interface Filter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** The event that the cursor names. */
  readonly before?: Uuid | undefined
}

/** Newest first. */
export const selectAuditEvents = (tx: TenantTx, { actor, action, target, from, to, before }: Filter, limit: number) =>
  tx
    .tables<Tables>()
    .selectFrom('audit_events')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .$if(actor !== undefined, (q) => q.where('actor', '=', actor as string))
    .$if(action !== undefined, (q) => q.where('action', '=', action as string))
    .$if(target !== undefined, (q) => q.where('target', '=', target as string))
    .$if(from !== undefined, (q) => q.where('occurred_at', '>=', from as Date))
    .$if(to !== undefined, (q) => q.where('occurred_at', '<', to as Date))
    // Ids are in the order of time, so that a range of time reads that part of the log alone.
    .$if(from !== undefined, (q) => q.where('audit_event_id', '>', idAt(from as Date, -CLOCKS_APART_MS)))
    .$if(to !== undefined, (q) => q.where('audit_event_id', '<', idAt(to as Date, CLOCKS_APART_MS)))
    .$if(before !== undefined, (q) => q.where('audit_event_id', '<', before as Uuid))
    .orderBy('audit_event_id', 'desc')
    .limit(limit)
    .execute()

/** Ids take the time of the process, lines that of the database. */
const CLOCKS_APART_MS = 3_600_000

const idAt = (time: Date, apart_ms: number): Uuid => {
  const hex = Math.min(Math.max(0, time.getTime() + apart_ms), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000` as Uuid
}

/** What records of this organization are called now; people are not among them. */
export const selectRecordNames = async (tx: TenantTx, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> => {
  const { rows } = await sql<{ id: Uuid; name: string }>`select id, name from record_names(${ids}::uuid[])`.execute(
    tx.tables<Tables>(),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
