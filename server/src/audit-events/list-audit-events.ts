/** A page of the log, with what people call those who did it and what it was done to. */
import type { listAuditEvents as operation } from '@countersign/contract/audit-events/operations'
import type { QueryOf } from '@countersign/contract/operation'
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { selectAuditEvents, selectRecordNames } from './audit-events.store.ts'

interface Deps {
  readonly transactions: Transactions
  readonly readEmails: (tx: SystemTx, account_ids: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, string>>
}

export const listWithNames = async (
  { transactions, readEmails }: Deps,
  merchant_id: Uuid,
  query: QueryOf<typeof operation>,
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
