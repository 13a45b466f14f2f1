/**
 * Keeps what lists filter by, the history of requests and the figures of the overview, in the transaction that gives events
 * their places in feeds: a moment after the commits, and never on the way of a create or a report.
 */
import type { OnSequenced } from '../../delivery/events/append-event.ts'
import { indexEvents } from './index.store.ts'

export const indexRequests: OnSequenced = (tx, sequenced) =>
  indexEvents(
    tx,
    sequenced.flatMap(({ merchant_id, event_ids }) => event_ids.map((event_id) => ({ merchant_id, event_id }))),
  )
