/** What the wire shows of an event, whichever resource's: its fields as the contract lists them, ids in their outer form. */
import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type EventKind, eventResourceOf } from '@pursestrings/contract/events/kinds'
import { type Id, idOf, type Uuid } from '@pursestrings/contract/wire/ids'

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
  const view: Record<string, unknown> = {}
  Object.entries(eventResourceOf(kind).fields).forEach(([field, prefix], place) => {
    const own = Object.hasOwn(data, field)
    const value = own ? data[field] : place === 0 ? subject_id : columns[field]
    // A request that its agent named is shown by that name, which is no id of ours.
    const id = prefix !== null && value !== null && !(own && place === 0)
    if (value !== undefined) view[field] = id ? idOf(prefix, value as Uuid) : value
  })
  return view
}

/**
 * An event's id follows from its place in its feed: nothing to store, the same on every node and at every delivery. Half of
 * it tells the feed, half is the cursor.
 */
export const eventIdsOf = (connection_id: Uuid): ((cursor: number) => Id<'evt'>) => {
  const feed = hash('sha256', connection_id, 'hex').slice(0, 16)
  return (cursor) => idOf('evt', (feed + cursor.toString(16).padStart(16, '0')) as Uuid)
}

export const eventIdOf = (connection_id: Uuid, cursor: number): Id<'evt'> => eventIdsOf(connection_id)(cursor)

/** When a wait is over before it has succeeded: its time is up, the client has gone, or this process stops. */
export interface Ends {
  readonly response: ServerResponse
  readonly closing: AbortSignal
  /** A stream ends at a moment of its own within the drain, so that clients come back elsewhere one after the other. */
  readonly drain?: Drain
  readonly after_ms?: number
}

export interface Drain {
  /** Aborts when this process begins to stop; it closes `ms` later. */
  readonly signal: AbortSignal
  readonly ms: number
}

export const endingOf = ({ response, closing, drain, after_ms }: Ends): { signal: AbortSignal; clear(): void } => {
  const over = new AbortController()
  const end = () => over.abort()
  let timer = after_ms === undefined ? undefined : setTimeout(end, after_ms)
  const endSometime = () => {
    timer = setTimeout(end, Math.random() * (drain?.ms ?? 0))
  }
  response.once('close', end)
  closing.addEventListener('abort', end)
  drain?.signal.addEventListener('abort', endSometime)
  if (closing.aborted || response.destroyed) end()
  return {
    signal: over.signal,
    /** Ends it, too: whatever still listens is ended. */
    clear() {
      clearTimeout(timer)
      response.off('close', end)
      closing.removeEventListener('abort', end)
      drain?.signal.removeEventListener('abort', endSometime)
      end()
    },
  }
}
