/**
 * Nothing is lost between an event and its deliveries: every event is looked at once, some minutes after it happened, and one
 * that an endpoint should have got is fanned out again. Fan-out leaves what is there already alone, so looking twice or too
 * early does no harm. Many events are looked at per turn, in pages, by one worker at a time.
 */
import type { Metrics } from '../../../platform/http/metrics.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Transactions } from '../../../platform/postgres/transaction.ts'
import { reconcileNext } from './reconcile.store.ts'

/** No transaction lasts this long, and a fan-out that works at all is done by then. */
const LAG_S = 300
const EVERY_MS = 60_000
const EVERY_LEAST_MS = 1_000
const AT_ONCE = 2_000
const PAGES_PER_TURN = 50

interface Deps {
  readonly transactions: Transactions
  readonly metrics: Metrics
  readonly event_types: readonly string[]
  /** Every delay is divided by it. */
  readonly time_scale: number
}

export const reconcileEvents = (jobs: Jobs, deps: Deps): void =>
  jobs.every(Math.max(EVERY_MS / deps.time_scale, EVERY_LEAST_MS), 'webhook-reconciliation', () =>
    reconcile(jobs, deps),
  )

const reconcile = async (jobs: Jobs, { transactions, metrics, time_scale, event_types }: Deps): Promise<void> => {
  const window = { lag_s: LAG_S / time_scale, at_most: AT_ONCE, event_types }
  let more = true
  for (let page = 0; more && page < PAGES_PER_TURN; page++) {
    more = await transactions.asSystem(async (tx) => {
      const found = await reconcileNext(tx, window)
      const missing = found?.missing ?? []
      await jobs.enqueueMany(
        tx,
        'webhook-events',
        missing.map((data) => ({ data })),
      )
      if (missing.length > 0) tx.afterCommit(() => metrics.webhook_reconciled.inc(missing.length))
      return found?.more ?? false
    })
  }
}
