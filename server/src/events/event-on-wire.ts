/** What the wire shows of an event, whichever resource's: its fields as the contract lists them, ids in their outer form. */
import { type EventKind, eventResourceOf } from '@countersign/contract/events/kinds'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'

export interface LoggedEvent {
  readonly merchant_id: Uuid
  readonly event_id: Uuid
  readonly kind: EventKind
  readonly subject_id: Uuid
  readonly connection_id: Uuid | null
  /** Place in the feed of the connection, where it has one. */
  readonly connection_cursor: number | null
  readonly occurred_at: Date
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventOnWire {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

export const eventOnWire = (event: LoggedEvent): EventOnWire => ({
  type: event.kind,
  timestamp: event.occurred_at.toISOString(),
  data: dataOf(event),
})

const dataOf = ({ kind, subject_id, connection_id, connection_cursor, data }: LoggedEvent) => {
  const columns: Readonly<Record<string, unknown>> = { connection_id, cursor: connection_cursor }
  const shown: Record<string, unknown> = {}
  Object.entries(eventResourceOf(kind).fields).forEach(([field, prefix], place) => {
    const own = Object.hasOwn(data, field)
    const value = own ? data[field] : place === 0 ? subject_id : columns[field]
    // A request that its agent named is shown by that name, which is no id of ours.
    const id = prefix !== null && value !== null && !(own && place === 0)
    if (value !== undefined) shown[field] = id ? idOf(prefix, value as Uuid) : value
  })
  return shown
}
