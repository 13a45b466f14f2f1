/** What the audit log shows: to a member, page by page or as a file, and of one person or one record to those who ask. */
import type {
  exportAuditEvents as exportAuditEventsOperation,
  listAuditEvents as listAuditEventsOperation,
} from '@pursestrings/contract/audit-events/operations'
import { AuditEvent } from '@pursestrings/contract/audit-events/records'
import type { AnswerOf, QueryOf } from '@pursestrings/contract/operation'
import type { ExportFormat } from '@pursestrings/contract/wire/fields'
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { actorOf, type MerchantCaller, type MerchantKeyCaller } from '../../platform/credentials/callers.ts'
import { EXPORT_PAGE, type Sheet } from '../../platform/http/export.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { appendAuditEvent } from './append-audit-event.ts'
import { selectAuditEvents, selectRecordNames } from './audit-events.store.ts'

// A page of the log, with what people call those who did it and what it was done to.

interface Deps {
  readonly transactions: Transactions
  readonly readEmails: (tx: SystemTx, account_ids: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, string>>
}

export const listWithNames = async (
  { transactions, readEmails }: Deps,
  merchant_id: Uuid,
  query: QueryOf<typeof listAuditEventsOperation>,
) => {
  const { before, limit } = beforeCursor('aud', query)
  const { actor, action, target } = query
  const filter = { actor, action, target, from: timeIn(query.from), to: timeIn(query.to), before }
  const found = await transactions.asTenant(merchant_id, async (tx) => {
    const { records, next_cursor } = pageOf(await selectAuditEvents(tx, filter, limit + 1), limit, (event) =>
      idOf('aud', event.audit_event_id),
    )
    const names = await selectRecordNames(tx, uuidsIn(records))
    return { records, next_cursor, names }
  })
  const people = await transactions.asSystem((tx) => readEmails(tx, uuidsIn(found.records, /^(acc|mbr)_/)))
  const nameOf = (id: string): string | null => {
    const uuid = uuidIn(id)
    return (uuid && (people.get(uuid) ?? found.names.get(uuid))) ?? null
  }
  const audit_events = found.records.map(({ merchant_id: _tenant, ...row }) => ({
    ...row,
    audit_event_id: idOf('aud', row.audit_event_id),
    actor_name: nameOf(row.actor),
    target_name: nameOf(row.target),
  }))
  return { audit_events: audit_events as never, next_cursor: found.next_cursor }
}

const timeIn = (time: string | undefined) => (time === undefined ? undefined : new Date(time))

/** Of a wire id of any kind; undefined for the name of a job. */
const uuidIn = (id: string): Uuid | undefined => {
  const prefix = id.slice(0, id.indexOf('_'))
  const uuid = uuidOf(prefix as 'acc', id)
  return uuid === NIL_UUID ? undefined : uuid
}

const uuidsIn = (rows: readonly { actor: string; target: string }[], kind = /^[a-z]+_/): Uuid[] => {
  const ids = rows.flatMap(({ actor, target }) => [actor, target]).filter((id) => kind.test(id))
  return [...new Set(ids.flatMap((id) => uuidIn(id) ?? []))]
}

// The audit log as a file; and the line that every export leaves in it, written before anything is sent.

type Line = AnswerOf<
  typeof import('@pursestrings/contract/audit-events/operations').listAuditEvents
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
  { format: _format, ...filters }: QueryOf<typeof exportAuditEventsOperation>,
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

// What one account did in an organization, newest first.

const AT_MOST = 100_000

export const deedsOf = (tx: TenantTx, account_id: Uuid) =>
  selectAuditEvents(tx, { actor: idOf('acc', account_id) }, AT_MOST)

// Who changed a thing last, where that is among the organization's latest changes.

const LOOKED_AT = 200

export const lastChangeOf = async (
  tx: TenantTx,
  targets: readonly string[],
): Promise<{ changed_by?: string; changed_at?: string }> => {
  const latest = await selectAuditEvents(tx, {}, LOOKED_AT)
  const last = latest.find(({ target }) => targets.includes(target))
  return last ? { changed_by: last.actor, changed_at: new Date(last.occurred_at).toISOString() } : {}
}
