/** Concurrent reports share one statement, those of one request too: there they take turns. */
import type pg from 'pg'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/append-event.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import { createBatcher } from '../../platform/postgres/batch.ts'
import { type PauseAfter, type PaymentReport, reportPaymentRequests } from './reports.store.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly notifications: Notifications
  readonly rejections: PauseAfter
}

/** What leaves an event behind; the last two where the report named a transaction. */
const TELLING: ReadonlySet<string> = new Set(['moved', 'late', 'recipient_suspended', 'decision_signature_required'])

/** What a statement costs by itself is several times what an item adds, so one at a time, which gathers more of them. */
const IN_FLIGHT_MAX = 1

export const reportSubmitterOf = ({ pool, notifications, rejections }: Deps) => {
  const report = reportPaymentRequests(pool, rejections)
  const reportAndNotify = async (reports: readonly PaymentReport[]) => {
    const verdicts = await report(reports)
    const appended = verdicts.filter(({ verdict }) => TELLING.has(verdict))
    if (appended.length > 0) notifications.notify(APPENDED_TOPIC)
    for (const connection_id of new Set(appended.map((one) => one.connection_id))) {
      notifications.notify(feedNotification(connection_id))
    }
    return verdicts
  }
  let reports = 0
  return createBatcher(reportAndNotify, () => String(reports++), { in_flight_max: IN_FLIGHT_MAX })
}
