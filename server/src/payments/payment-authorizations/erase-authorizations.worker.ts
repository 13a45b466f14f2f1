/** What was handed over is erased a day after its payment expired; by then no ledger takes it. */
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'

const AT_ONCE = 1_000

export const eraseOldAuthorizations = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('payment-authorizations', async () => {
    const { eraseAuthorizations } = await import('./payment-authorizations.store.ts')
    while ((await transactions.asSystem((tx) => eraseAuthorizations(tx, AT_ONCE))) === AT_ONCE);
  })
