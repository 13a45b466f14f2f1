/** Makes the code that confirms a session, and sends it. A retry makes another, which replaces it. */
import { STEP_UP_CODE_LIFETIME_S } from '@countersign/contract/merchant-sessions/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { issueStepUpCode } from '../credentials/step-up-code.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../outside/mail.ts'
import type { Transactions } from '../postgres/transaction.ts'

interface Asked {
  readonly merchant_id: Uuid
  readonly session_id: Uuid
  readonly email: string
}

export const sendStepUpMails = (
  jobs: Jobs,
  { transactions, mail }: { transactions: Transactions; mail: Mail },
): Promise<void> =>
  jobs.work('step-up-mail', async ({ merchant_id, session_id, email }: Asked) => {
    const code = await transactions.asSystem((tx) => issueStepUpCode(tx, merchant_id, session_id))
    await mail.send({
      to: email,
      subject: 'Your code for Countersign',
      text: `Your code to confirm a change is:

${code}

It works once, for ${STEP_UP_CODE_LIFETIME_S / 60} minutes, and only where you're signed in. Don't share it.

If you didn't request it, somebody may be using your session: sign out everywhere.
`,
    })
  })
