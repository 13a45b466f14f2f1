/**
 * Time is up: what is pending past its time becomes expired, with its event, within seconds. Readers do not wait for it,
 * and a report that comes first has won. Any number of workers do this side by side.
 */
import { APPENDED_TOPIC, feedNotification } from '../events/feed-notification.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Wake } from '../wake/wake.ts'
import { expireRequests } from './reports.store.ts'

interface Deps {
  readonly transactions: Transactions
  readonly wake: Wake
}

const EVERY_MS = 1_000
const AT_MOST = 500

export const expirePaymentRequests = (jobs: Jobs, deps: Deps): void =>
  jobs.every(EVERY_MS, 'expire-payment-requests', async () => {
    let expired: number
    do expired = await sweep(deps, { at_most: AT_MOST, patient: false })
    while (expired === AT_MOST)
    await sweep(deps, { at_most: AT_MOST, patient: true })
  })

/** How many were expired. */
export const sweep = ({ transactions, wake }: Deps, how: { at_most: number; patient: boolean }): Promise<number> =>
  transactions.asSystem(async (tx) => {
    const swept = await expireRequests(tx, how)
    tx.afterCommit(() => {
      for (const { connection_id } of swept) wake.notify(feedNotification(connection_id))
      if (swept.length > 0) wake.notify(APPENDED_TOPIC)
    })
    return swept.reduce((sum, { expired }) => sum + expired, 0)
  })
