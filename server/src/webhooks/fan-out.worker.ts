/**
 * Events become deliveries, one per endpoint that wants the type, together with the jobs that send them. The job that
 * names the events was committed with them (I4) and ends with the deliveries, so none is lost and none is doubled.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import { connectionChanges } from '../connections/connection-changes.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { eventsInSpans, type FeedSpan } from '../payment-requests/events-in-spans.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { recipientChanges } from '../recipients/recipient-changes.ts'
import { insertDeliveries, type Listener, selectListeners } from './fan-out.store.ts'
import { connectionEvent, type Result, recipientEvent, requestEvent } from './webhook-texts.ts'

/** As the triggers of migration 0025 write it. */
type Named =
  | ({ readonly source: 'payment_request_events' } & FeedSpan)
  | {
      readonly source: 'connection_changes' | 'recipient_changes'
      readonly merchant_id: Uuid
      readonly change_id: Uuid
    }

const AT_ONCE = 200

export const fanOutEvents = (jobs: Jobs): void =>
  jobs.workBatch('webhook-fan-out', AT_ONCE, async (tx, named: readonly Named[]) => {
    const merchants = [...new Set(named.map((job) => job.merchant_id))]
    const listeners = Map.groupBy(await selectListeners(tx, merchants), (l) => l.merchant_id)
    const due = (await eventOf(tx, named)).flatMap((result) =>
      (listeners.get(result.merchant_id) ?? [])
        .filter((l) => wants(l, result))
        .map((listener) => ({ result, listener })),
    )
    if (due.length === 0) return
    const added = await insertDeliveries(tx, due)
    await jobs.enqueueMany(
      tx,
      'webhook-delivery',
      added
        .filter(({ status }) => status === 'pending')
        .map(({ merchant_id, webhook_delivery_id, webhook_endpoint_id }) => ({
          data: { merchant_id, webhook_delivery_id },
          group: webhook_endpoint_id,
        })),
    )
  })

const wants = ({ event_types }: Listener, { event_type }: Result): boolean =>
  event_types === null || event_types.includes(event_type)

const eventOf = async (tx: SystemTx, named: readonly Named[]): Promise<Result[]> => {
  const spans = named.filter((job) => job.source === 'payment_request_events')
  const changes = (source: string) => {
    const input = named.filter((job) => 'change_id' in job).filter((job) => job.source === source)
    return [input.map((job) => job.merchant_id), input.map((job) => job.change_id)] as const
  }
  const result: Result[] = spans.length > 0 ? (await eventsInSpans(tx, spans)).map(requestEvent) : []
  const [of_connections, connection_ids] = changes('connection_changes')
  if (connection_ids.length > 0) {
    result.push(...(await connectionChanges(tx, of_connections, connection_ids)).map(connectionEvent))
  }
  const [of_recipients, recipient_ids] = changes('recipient_changes')
  if (recipient_ids.length > 0) {
    result.push(...(await recipientChanges(tx, of_recipients, recipient_ids)).map(recipientEvent))
  }
  return result
}
