/**
 * Events become deliveries, one per endpoint that wants the kind, and each is due at once. The job that names
 * the events was committed with their cursors (I4) and ends with the deliveries, so none is lost and none is doubled.
 */
import { WEBHOOK_EVENT_TYPES } from '@countersign/contract/webhook-deliveries/webhook-events'
import { type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import { eventIdOf } from '../../events/event-id.ts'
import { eventOnWire, type LoggedEvent } from '../../events/event-on-wire.ts'
import { eventsById } from '../../events/events.reads.ts'
import type { OnSequenced, Sequenced } from '../../events/on-sequenced.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { SystemTx } from '../../postgres/transaction.ts'
import type { DeliveryKey } from '../sending/sending.store.ts'
import { makeDueByKey, type Notify, tellDue } from './due.store.ts'
import { insertDeliveries, type Listener, selectListeners } from './fan-out.store.ts'

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

export const fanOutEvents = (jobs: Jobs, { wake }: { wake: Notify }): void => {
  jobs.workBatch('webhook-events', AT_ONCE, (tx, named: readonly Sequenced[]) => fanOut(wake, tx, named))
  // The version before leaves these.
  jobs.workBatch('webhook-fan-out', AT_ONCE, (tx, named: readonly NamedBefore[]) =>
    fanOut(wake, tx, named.map(sequencedOf)),
  )
  jobs.workBatch('webhook-delivery', AT_ONCE, (tx, named: readonly DeliveryKey[]) => makeDueByKey(tx, wake, named))
}

const fanOut = async (wake: Notify, tx: SystemTx, named: readonly Sequenced[]): Promise<void> => {
  const merchants = named.flatMap(({ merchant_id, event_ids }) => event_ids.map(() => merchant_id))
  const ids = named.flatMap(({ event_ids }) => event_ids)
  const listeners = Map.groupBy(await selectListeners(tx, [...new Set(merchants)]), (l) => l.merchant_id)
  const due = (await eventsById(tx, merchants, ids)).flatMap((event) =>
    (listeners.get(event.merchant_id) ?? [])
      .filter((listener) => wants(listener, event))
      .map((listener) => ({ event, ...told(event), listener })),
  )
  if (due.length === 0) return
  await insertDeliveries(tx, due)
  tellDue(tx, wake)
}

/** What is sent, and the id that its data begins with: of what the event is about. */
const told = (event: LoggedEvent) => {
  const message = eventOnWire(event)
  return { payload: JSON.stringify(message), about: String(Object.values(message.data)[0]) }
}

/** What happened before it was verified is not for it. */
const wants = ({ event_types, verified_at }: Listener, { kind, occurred_at }: LoggedEvent): boolean =>
  verified_at <= occurred_at &&
  WEBHOOK_EVENT_TYPES.includes(kind) &&
  (event_types === null || event_types.includes(kind))

/** As the version before named events: a stretch of a connection's feed, or a change by its id. */
type NamedBefore = { readonly merchant_id: Uuid } & (
  | { readonly change_id: Uuid }
  | { readonly connection_id: Uuid; readonly from: number; readonly to: number }
)

const sequencedOf = (job: NamedBefore): Sequenced => {
  if ('change_id' in job) return { merchant_id: job.merchant_id, event_ids: [job.change_id] }
  const { merchant_id, connection_id, from, to } = job
  const cursors = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return { merchant_id, event_ids: cursors.map((cursor) => uuidOf('evt', eventIdOf(connection_id, cursor))) }
}
