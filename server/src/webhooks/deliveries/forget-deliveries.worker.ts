/** Finished deliveries are forgotten after thirty days, a bounded number at a time: every table has a bound (I12). */
import { WEBHOOK_DELIVERY_KEPT_DAYS } from '@countersign/contract/webhook-deliveries/records'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Transactions } from '../../postgres/transaction.ts'
import { deleteOldDeliveries, deleteOldHours } from './retention.store.ts'

const AT_ONCE = 1_000

export const forgetDeliveries = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('webhook-retention', async () => {
    const old = { older_than_days: WEBHOOK_DELIVERY_KEPT_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteOldDeliveries(tx, old))) === AT_ONCE);
    while ((await transactions.asSystem((tx) => deleteOldHours(tx, AT_ONCE))) === AT_ONCE);
  })
