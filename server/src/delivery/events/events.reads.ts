/** Reads of the log, any tenant's, that other resources build on. */
import type { EventKind } from '@pursestrings/contract/events/kinds'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import type { LoggedEvent } from './event-on-wire.ts'

/** By their ids and in their order. */
export const eventsById = async (
  { client }: SystemTx,
  merchants: readonly Uuid[],
  ids: readonly Uuid[],
): Promise<LoggedEvent[]> => {
  const text = `select e.merchant_id, e.event_id, e.kind, e.subject_id, e.connection_id,
      e.cursor::float8 as connection_cursor, e.occurred_at, e.data
    from unnest($1::uuid[], $2::uuid[]) with ordinality i (merchant_id, event_id, place)
    join events e on e.merchant_id = i.merchant_id and e.event_id = i.event_id order by i.place`
  return (await client.query<LoggedEvent>({ name: 'events_by_id', text, values: [merchants, ids] })).rows
}

/** A place in time, and among the events of one moment. As text, since it has microseconds. */
export interface EventPlace {
  readonly at: string
  readonly event_id: Uuid
}

export type PlacedEvent = EventPlace & { readonly merchant_id: Uuid; readonly kind: EventKind }

/** In the order of time, strictly after a place and before a time. */
export const eventsAfter = async (
  { client }: SystemTx,
  { at, event_id }: EventPlace,
  { until, at_most }: { until: string; at_most: number },
): Promise<PlacedEvent[]> => {
  const text = `select e.occurred_at::text as at, e.event_id, e.merchant_id, e.kind from events e
    where e.occurred_at >= $1::timestamptz and e.occurred_at < $2::timestamptz
      and (e.occurred_at, e.event_id) > ($1::timestamptz, $3::uuid)
    order by e.occurred_at, e.event_id limit $4`
  return (await client.query<PlacedEvent>({ name: 'events_after', text, values: [at, until, event_id, at_most] })).rows
}
