/**
 * Time is up: what is pending past its time becomes expired, with its event, within seconds. Readers do not wait for it,
 * and a report that comes first has won. Any number of workers do this side by side.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { APPENDED_TOPIC, feedNotification } from '../../delivery/events/append-event.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { expireRequests, failRecalledRequests as failSome } from './reports.store.ts'

interface Deps {
  readonly transactions: Transactions
  readonly notifications: Notifications
}

const DUE = 'exists (select from payment_requests where pending_until <= now())'
const AT_MOST = 500

export const expirePaymentRequests = (jobs: Jobs, deps: Deps): void =>
  jobs.attend('expire-payment-requests', { due: DUE }, async () => {
    const expired = await sweep(deps, { at_most: AT_MOST, patient: false })
    if (expired === AT_MOST) return 'all'
    await sweep(deps, { at_most: AT_MOST, patient: true })
    return 'none'
  })

/** How many were expired. */
export const sweep = (
  { transactions, notifications }: Deps,
  how: { at_most: number; patient: boolean },
): Promise<number> =>
  transactions.asSystem(async (tx) => {
    const swept = await expireRequests(tx, how)
    tx.afterCommit(() => {
      for (const { connection_id } of swept) notifications.notify(feedNotification(connection_id))
      if (swept.length > 0) notifications.notify(APPENDED_TOPIC)
    })
    return swept.reduce((sum, { expired }) => sum + expired, 0)
  })

// A version was recalled: what waits for it fails, with its event, within seconds. Readers do not wait for it.

const FAIL_RECALLED_REQUESTS_AT_MOST = 200

interface Recalled {
  readonly merchant_id: Uuid
  readonly recipient_version_id: Uuid
}

export const failRecalledRequests = (jobs: Jobs, { transactions, notifications }: Deps): Promise<void> =>
  jobs.work('recalled-recipient-version', async (recalled: Recalled) => {
    const some = () =>
      transactions.asSystem(async (tx) => {
        const ended = await failSome(tx, { ...recalled, at_most: FAIL_RECALLED_REQUESTS_AT_MOST })
        tx.afterCommit(() => {
          for (const { connection_id } of ended) notifications.notify(feedNotification(connection_id))
          if (ended.length > 0) notifications.notify(APPENDED_TOPIC)
        })
        return ended.length
      })
    while ((await some()) > 0);
  })
