/**
 * Events become deliveries, one per endpoint that wants the kind, and each is due at once. The job that names
 * the events was committed with their cursors and ends with the deliveries, so none is lost and none is doubled.
 */
import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { SystemTx } from '../../../platform/postgres/transaction.ts'
import type { OnSequenced, Sequenced } from '../../events/append-event.ts'
import { eventOnWire, type LoggedEvent } from '../../events/event-on-wire.ts'
import { eventsById } from '../../events/events.reads.ts'
import { type Notify, tellDue } from './due.store.ts'

// Statements with which events become deliveries, any tenant's.

interface Listener {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly event_types: string[] | null
  readonly active: boolean
  readonly verified_at: Date
}

/** Those that were verified once: what comes while one is disabled is held for it. */
const selectListeners = async ({ client }: SystemTx, merchants: readonly Uuid[]): Promise<Listener[]> => {
  const text = `select merchant_id, webhook_endpoint_id, event_types, verified_at, status = 'active' as active
    from webhook_endpoints where merchant_id = any($1::uuid[]) and status in ('active', 'disabled')`
  const { rows } = await client.query<Listener>({ name: 'select_listeners', text, values: [merchants] })
  return rows
}

interface Due {
  readonly event: LoggedEvent
  /** Made once, and the same at every attempt. */
  readonly payload: string
  /** The id of what it is about. */
  readonly about: string
  readonly listener: Listener
}

const insert = `with added as (
    insert into webhook_deliveries (merchant_id, webhook_delivery_id, webhook_endpoint_id, event_id, event_type, occurred_at,
      payload, status, about)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[],
      $8::text[], $9::text[])
    on conflict do nothing
    returning merchant_id, webhook_delivery_id, webhook_endpoint_id, status)
  insert into webhook_due (merchant_id, webhook_delivery_id, webhook_endpoint_id)
  select merchant_id, webhook_delivery_id, webhook_endpoint_id from added where status = 'pending'`

/** Due at once, or held for an endpoint that is disabled. What is there already is left out. */
export const insertDeliveries = async ({ client }: SystemTx, due: readonly Due[]): Promise<void> => {
  const column = <T>(of: (d: Due) => T): T[] => due.map(of)
  const values = [
    column(({ event }) => event.merchant_id),
    column(({ event }) => newUuidFor(event.merchant_id)),
    column(({ listener }) => listener.webhook_endpoint_id),
    column(({ event }) => event.event_id),
    column(({ event }) => event.kind),
    column(({ event }) => event.occurred_at.toISOString()),
    column(({ payload }) => payload),
    column(({ listener }) => (listener.active ? 'pending' : 'held')),
    column(({ about }) => about),
  ]
  await client.query({ name: 'insert_deliveries', text: insert, values })
}

const AT_ONCE = 50
/** So that one event that cannot be told keeps few others waiting. */
const EVENTS_PER_JOB = 100

/** In the transaction that gives events their cursors: nothing for merchants without an endpoint. */
export const fanOutLater =
  (jobs: Jobs): OnSequenced =>
  async (tx, sequenced) => {
    const listeners = await selectListeners(
      tx,
      sequenced.map(({ merchant_id }) => merchant_id),
    )
    const listening = new Set(listeners.map(({ merchant_id }) => merchant_id))
    const named = sequenced.filter(({ merchant_id }) => listening.has(merchant_id)).flatMap(inJobs)
    await jobs.enqueueMany(
      tx,
      'webhook-events',
      named.map((data) => ({ data })),
    )
  }

const inJobs = ({ merchant_id, event_ids }: Sequenced): Sequenced[] =>
  Array.from({ length: Math.ceil(event_ids.length / EVENTS_PER_JOB) }, (_, i) => ({
    merchant_id,
    event_ids: event_ids.slice(i * EVENTS_PER_JOB, (i + 1) * EVENTS_PER_JOB),
  }))

interface FanOutDeps {
  readonly notifications: Notify
  /** The types that this service tells. */
  readonly event_types: readonly string[]
}

export const fanOutEvents = (jobs: Jobs, deps: FanOutDeps): void => {
  jobs.workBatch('webhook-events', AT_ONCE, (tx, named: readonly Sequenced[]) => fanOut(deps, tx, named))
}

const fanOut = async (
  { notifications, event_types }: FanOutDeps,
  tx: SystemTx,
  named: readonly Sequenced[],
): Promise<void> => {
  const merchants = named.flatMap(({ merchant_id, event_ids }) => event_ids.map(() => merchant_id))
  const ids = named.flatMap(({ event_ids }) => event_ids)
  const listeners = Map.groupBy(await selectListeners(tx, [...new Set(merchants)]), (l) => l.merchant_id)
  const events = (await eventsById(tx, merchants, ids)).filter(({ kind }) => event_types.includes(kind))
  const due = events.flatMap((event) =>
    (listeners.get(event.merchant_id) ?? [])
      .filter((listener) => wants(listener, event))
      .map((listener) => ({ event, ...whatOf(event), listener })),
  )
  if (due.length === 0) return
  await insertDeliveries(tx, due)
  tellDue(tx, notifications)
}

/** What is sent, and the id that its data begins with: of what the event is about. */
const whatOf = (event: LoggedEvent) => {
  const message = eventOnWire(event)
  return { payload: JSON.stringify(message), about: String(Object.values(message.data)[0]) }
}

/** What happened before it was verified is not for it. */
const wants = ({ event_types, verified_at }: Listener, { kind, occurred_at }: LoggedEvent): boolean =>
  verified_at <= occurred_at && (event_types === null || event_types.includes(kind))
