/** Ten minutes after a rotation the old token is dead everywhere, whether or not the new one was used. */
import { endReplacedDeviceTokens } from '../credentials/device-token.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'

const EVERY_MS = 10_000

export const endReplacedTokens = (jobs: Jobs, { transactions }: { transactions: Transactions }): void =>
  jobs.every(EVERY_MS, 'end-replaced-tokens', () => transactions.asSystem(endReplacedDeviceTokens))
