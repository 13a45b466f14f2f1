/** Concurrent creates share one statement; two with the same key never do, so that the later one sees the earlier. */
import type pg from 'pg'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/feed-notification.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Wake } from '../../platform/notifications/wake.ts'
import { createGatherer } from '../../platform/postgres/gather.ts'
import { type CreateLimits, insertPaymentRequests, type NewPaymentRequest } from './create.store.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly create_limits: CreateLimits
  readonly metrics: Metrics
}

export const submitterOf = ({ pool, wake, create_limits, metrics }: Deps) => {
  const insert = insertPaymentRequests(pool, create_limits)
  const insertAndNotify = async (items: readonly NewPaymentRequest[]) => {
    metrics.create_batch.observe(items.length)
    const verdicts = await insert(items)
    const created = verdicts.filter(({ verdict }) => verdict === 'created')
    if (created.length > 0) wake.notify(APPENDED_TOPIC)
    for (const connection_id of new Set(created.map((one) => one.connection_id))) {
      wake.notify(feedNotification(connection_id))
    }
    return verdicts
  }
  return createGatherer(
    insertAndNotify,
    ({ token_hash, idempotency_digest }) => token_hash.toString('latin1') + idempotency_digest,
  )
}
