/**
 * Keeps what lists filter by, the history of requests and the figures of the overview, in the transaction that gives events
 * their places in feeds: a moment after the commits, and never on the way of a create or a report.
 */
import type { OnSequenced } from '../events/on-sequenced.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { indexEvents, indexOlderEvents } from './index.store.ts'

const EVERY_MS = 5_000
const AT_MOST = 2_000

export const indexRequests: OnSequenced = (tx, sequenced) =>
  indexEvents(
    tx,
    sequenced.flatMap(({ merchant_id, event_ids }) => event_ids.map((event_id) => ({ merchant_id, event_id }))),
  )

/** What happened before there was the index, a little at a time, once. */
export const indexOlderRequests = (jobs: Jobs, { transactions }: { transactions: Transactions }): void => {
  let complete = false
  jobs.every(EVERY_MS, 'index-older-payment-requests', async () => {
    while (!complete) complete = await transactions.asSystem((tx) => indexOlderEvents(tx, AT_MOST))
  })
}
