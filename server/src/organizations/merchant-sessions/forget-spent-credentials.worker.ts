/** One-time codes, sessions and short tokens that ended a day ago are removed: every table has a bound. */
import { forgetExpiredAgentTokens } from '../../platform/credentials/agent-token.ts'
import { forgetEndedSessions } from '../../platform/credentials/merchant-session.ts'
import { forgetSpentCodes } from '../../platform/credentials/one-time-code.ts'
import { forgetPasskeys } from '../../platform/credentials/passkey.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'

export const forgetSpentCredentials = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('spent-credentials', () =>
    transactions.asSystem(async (tx) => {
      await forgetSpentCodes(tx)
      await forgetEndedSessions(tx)
      await forgetPasskeys(tx)
      await forgetExpiredAgentTokens(tx)
    }),
  )
