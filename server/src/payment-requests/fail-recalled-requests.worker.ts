/** A version was recalled: what waits for it fails, with its event, within seconds. Readers do not wait for it. */
import type { Uuid } from '@countersign/contract/wire/ids'
import { APPENDED_TOPIC, feedNotification } from '../events/feed-notification.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Wake } from '../wake/wake.ts'
import { failRecalledRequests as failSome } from './reports.store.ts'

interface Deps {
  readonly transactions: Transactions
  readonly wake: Wake
}

const AT_MOST = 200

interface Recalled {
  readonly merchant_id: Uuid
  readonly recipient_version_id: Uuid
}

export const failRecalledRequests = (jobs: Jobs, { transactions, wake }: Deps): Promise<void> =>
  jobs.work('recalled-recipient-version', async (recalled: Recalled) => {
    const some = () =>
      transactions.asSystem(async (tx) => {
        const ended = await failSome(tx, { ...recalled, at_most: AT_MOST })
        tx.afterCommit(() => {
          for (const { connection_id } of ended) wake.notify(feedNotification(connection_id))
          if (ended.length > 0) wake.notify(APPENDED_TOPIC)
        })
        return ended.length
      })
    while ((await some()) > 0);
  })
