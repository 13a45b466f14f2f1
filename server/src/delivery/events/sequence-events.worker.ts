/**
 * Gives events their cursors in the feeds of merchants, wallets and projects, after the commits that appended them: no
 * writer waits for another because of a feed that they share. Any number of workers do this, one at a time. What others
 * make of new events, such as webhooks, they leave in the same transaction, so that nothing is lost in between.
 */
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { APPENDED_TOPIC, feedNotification, type OnGrown, type OnSequenced } from './append-event.ts'
import { countPending, sequencePending } from './events.store.ts'

const AT_MOST = 2_000

interface Deps {
  readonly transactions: Transactions
  readonly notifications: Notifications
  readonly metrics: Metrics
}

export const sequenceEvents = (jobs: Jobs, deps: Deps, onSequenced: OnSequenced, onGrown: OnGrown): void => {
  const { transactions, metrics } = deps
  metrics.watch('svc_events_pending', 'events that have no cursor in their feeds yet', () =>
    transactions.asSystem(countPending),
  )
  const due = 'exists (select from events_pending)'
  jobs.attend('sequence-events', { topic: APPENDED_TOPIC, due }, async () =>
    (await sequenceOnce(deps, onSequenced, AT_MOST, onGrown)) === AT_MOST ? 'all' : 'none',
  )
}

/** How many events got their cursors. */
export const sequenceOnce = (
  { transactions, notifications }: Omit<Deps, 'metrics'>,
  onSequenced: OnSequenced,
  at_most = AT_MOST,
  onGrown: OnGrown = () => Promise.resolve(),
): Promise<number> =>
  transactions.asSystem(async (tx) => {
    const grown = await sequencePending(tx, at_most)
    const sequenced = grown.flatMap(({ owner_id, merchant_event_ids: event_ids }) =>
      event_ids === null ? [] : [{ merchant_id: owner_id, event_ids }],
    )
    if (sequenced.length > 0) await onSequenced(tx, sequenced)
    if (grown.length > 0) {
      await onGrown(
        tx,
        grown.map(({ owner_id }) => owner_id),
      )
    }
    tx.afterCommit(() => {
      for (const { owner_id } of grown) notifications.notify(feedNotification(owner_id))
    })
    return grown[0]?.taken ?? 0
  })
