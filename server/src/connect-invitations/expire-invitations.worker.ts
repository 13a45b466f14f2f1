/** Invitations read as expired at once; their events are written by this sweep, within seconds. */
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { expireInvitations as expire } from './connect-invitations.store.ts'

const EVERY_MS = 2_000
const AT_MOST = 500

export const expireInvitations = (jobs: Jobs, { transactions }: { transactions: Transactions }): void =>
  jobs.every(EVERY_MS, 'expire-connect-invitations', () => transactions.asSystem((tx) => expire(tx, AT_MOST)))
