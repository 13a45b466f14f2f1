/**
 * Decisions that refused an intent are forgotten once no backtest can look at them any more: every table has a bound (I12).
 * Those that let a payment through are evidence and stay.
 */
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { deleteRefusedDecisions } from './refused-decisions.store.ts'

/** As the trigger of migration 0082 has it. */
const KEPT_DAYS = 400
const AT_ONCE = 1_000

export const forgetRefusedDecisions = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('refused-decisions', async () => {
    const old = { older_than_days: KEPT_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteRefusedDecisions(tx, old))) === AT_ONCE);
  })
