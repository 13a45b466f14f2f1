/** Attempts that were refused long ago are forgotten: nobody decides about them any more, and every table has a bound (I12). */
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { deleteRefusedAttempts } from './refused-attempts.store.ts'

/** As the trigger of refused_attempts has it. */
const KEPT_DAYS = 90
const AT_ONCE = 1_000

export const forgetRefusedAttempts = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('refused-attempts', async () => {
    const old = { older_than_days: KEPT_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteRefusedAttempts(tx, old))) === AT_ONCE);
  })
