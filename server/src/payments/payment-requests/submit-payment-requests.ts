/** Concurrent creates share one statement; two with the same key never do, so that the later one sees the earlier. */
import type pg from 'pg'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/append-event.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import { createBatcher } from '../../platform/postgres/batch.ts'
import { type CreateLimits, insertPaymentRequests, type NewPaymentRequest } from './create.store.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly notifications: Notifications
  readonly create_limits: CreateLimits
  readonly metrics: Metrics
}

export const submitterOf = ({ pool, notifications, create_limits, metrics }: Deps) => {
  const insert = insertPaymentRequests(pool, create_limits)
  const insertAndNotify = async (items: readonly NewPaymentRequest[]) => {
    metrics.create_batch.observe(items.length)
    const verdicts = await insert(items)
    const created = verdicts.filter(({ verdict }) => verdict === 'created')
    if (created.length > 0) notifications.notify(APPENDED_TOPIC)
    for (const connection_id of new Set(created.map((one) => one.connection_id))) {
      notifications.notify(feedNotification(connection_id))
    }
    return verdicts
  }
  return createBatcher(
    insertAndNotify,
    ({ token_hash, idempotency_digest }) => token_hash.toString('latin1') + idempotency_digest,
  )
}
