/** Concurrent reports share one statement, those of one request too: there they take turns. */
import type pg from 'pg'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/feed-notification.ts'
import type { Wake } from '../../platform/notifications/wake.ts'
import { createGatherer } from '../../platform/postgres/gather.ts'
import { type PauseAfter, type PaymentReport, reportPaymentRequests } from './reports.store.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly rejections: PauseAfter
}

/** What leaves an event behind; the last two where the report named a transaction. */
const TELLING: ReadonlySet<string> = new Set(['moved', 'late', 'recipient_suspended', 'decision_signature_required'])

/** What a statement costs by itself is several times what an item adds, so one at a time, which gathers more of them. */
const IN_FLIGHT_MAX = 1

export const reportSubmitterOf = ({ pool, wake, rejections }: Deps) => {
  const report = reportPaymentRequests(pool, rejections)
  const reportAndNotify = async (reports: readonly PaymentReport[]) => {
    const verdicts = await report(reports)
    const told = verdicts.filter(({ verdict }) => TELLING.has(verdict))
    if (told.length > 0) wake.notify(APPENDED_TOPIC)
    for (const connection_id of new Set(told.map((one) => one.connection_id))) {
      wake.notify(feedNotification(connection_id))
    }
    return verdicts
  }
  let reports = 0
  return createGatherer(reportAndNotify, () => String(reports++), { in_flight_max: IN_FLIGHT_MAX })
}
