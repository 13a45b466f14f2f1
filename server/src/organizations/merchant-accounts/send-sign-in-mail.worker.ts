/**
 * Makes the link and sends it. The token is made here and not with the request, so that it never rests in a job: the
 * database holds its hash, the mailbox the token. A retry makes another; each works once.
 */
import { SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import { type Binding, issueEmailLink } from '../../platform/credentials/email-link.ts'
import { type Letter, type Mail, sendUnlessGone } from '../../platform/egress/letter.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'

interface Deps {
  readonly transactions: Transactions
  readonly mail: Mail
  readonly portal_url: string
}

export const sendSignInMails = (jobs: Jobs, { transactions, mail, portal_url }: Deps): Promise<void> =>
  jobs.work('sign-in-mail', async ({ email, binding }: { email: string; binding?: Binding }) => {
    const token = await transactions.asSystem((tx) => issueEmailLink(tx, email, binding))
    // In the fragment: it reaches no server log and no Referer, and a scanner that opens the page does not use it up.
    await sendUnlessGone(mail, signInLetter(email, `${portal_url}/verify#token=${token}`))
  })

const signInLetter = (to: string, link: string): Letter => ({
  to,
  subject: 'Sign in to Pursestrings',
  text: `Open this link to sign in to Pursestrings as ${to}, or to finish setting up:

${link}

It works once, for ${SIGN_IN_LINK_LIFETIME_S / 60} minutes, and only after you press the button on the page.

If you didn't request it, ignore this email: nothing happens without the link.
`,
})
