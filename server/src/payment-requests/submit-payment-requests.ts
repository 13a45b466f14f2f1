/** Concurrent creates share one statement; two with the same key never do, so that the later one sees the earlier. */
import type pg from 'pg'
import { APPENDED_TOPIC, feedNotification } from '../events/feed-notification.ts'
import { overloadedNow } from '../http/admission.ts'
import type { Metrics } from '../http/metrics.ts'
import { createGatherer, type Full } from '../postgres/gather.ts'
import type { Wake } from '../wake/wake.ts'
import { type CreateLimits, insertPaymentRequests, type NewPaymentRequest } from './create.store.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly create_limits: CreateLimits
  readonly metrics: Metrics
}

/** Waiting for a statement: at 64 of them each, a second's worth for a process that is busy with nothing else. */
const WAITING_MAX = 1_024
/** Of one organization, so that the others always find room. */
const SHARE_MAX = 192
const WAIT_MS_MAX = 1_000

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
  const refusalOf = (reason: Full) => {
    metrics.shed.inc({ reason })
    return overloadedNow()
  }
  const submit = createGatherer(
    insertAndNotify,
    ({ token_hash, idempotency_digest }) => token_hash.toString('latin1') + idempotency_digest,
    { bounds: { waiting_max: WAITING_MAX, share_max: SHARE_MAX, wait_ms_max: WAIT_MS_MAX, refusalOf } },
  )
  metrics.count('svc_create_waiting', 'creates that wait for a statement', submit.waiting)
  return submit
}
