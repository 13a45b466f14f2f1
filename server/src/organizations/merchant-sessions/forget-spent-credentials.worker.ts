/** Links, grants, sessions, agent and claim tokens and spent assertions that ended a day ago are removed: every table has a bound. */
import { forgetExpiredAgentTokens } from '../../platform/credentials/agent-token.ts'
import { forgetExpiredClaimTokens } from '../../platform/credentials/claim-token.ts'
import { forgetSpentEmailLinks } from '../../platform/credentials/email-link.ts'
import { forgetEndedSessions } from '../../platform/credentials/merchant-session.ts'
import { forgetPasskeys } from '../../platform/credentials/passkey.ts'
import { forgetSpentSessionGrants } from '../../platform/credentials/session-grant.ts'
import { forgetStepUpCodes } from '../../platform/credentials/step-up-code.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'

export const forgetSpentCredentials = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('spent-credentials', () =>
    transactions.asSystem(async (tx) => {
      await forgetSpentEmailLinks(tx)
      await forgetSpentSessionGrants(tx)
      await forgetEndedSessions(tx)
      await forgetPasskeys(tx)
      await forgetStepUpCodes(tx)
      await forgetExpiredAgentTokens(tx)
      await forgetExpiredClaimTokens(tx)
    }),
  )
