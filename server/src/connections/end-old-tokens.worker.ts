/** Connection tokens end on time: those that were renewed ten minutes ago, and those of 90 days. */
import { endOldConnectionTokens } from '../credentials/connection-token.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'

const EVERY_MS = 10_000

export const endOldTokens = (jobs: Jobs, { transactions }: { transactions: Transactions }): void =>
  jobs.every(EVERY_MS, 'end-old-connection-tokens', () => transactions.asSystem(endOldConnectionTokens))
