/** Every background worker of the service: one line each. */
import type { Jobs } from './jobs/jobs.ts'
import { sendSignInMails } from './merchant-accounts/send-sign-in-mail.worker.ts'
import { forgetSpentCredentials } from './merchant-sessions/forget-spent-credentials.worker.ts'
import type { Outside } from './outside/create-outside.ts'
import type { Mail } from './outside/mail.ts'
import { expirePaymentRequests } from './payment-requests/expire-payment-requests.worker.ts'
import type { Transactions } from './postgres/transaction.ts'
import { reproveDomains } from './recipients/reprove-domains.worker.ts'
import { serveCooledVersions } from './recipients/serve-cooled-version.worker.ts'
import type { Wake } from './wake/wake.ts'

interface Means {
  readonly transactions: Transactions
  readonly mail: Mail
  readonly outside: Outside
  readonly portal_url: string
  readonly wake: Wake
}

export const startWorkers = async (jobs: Jobs, means: Means): Promise<void> => {
  await sendSignInMails(jobs, means)
  await forgetSpentCredentials(jobs, means)
  await reproveDomains(jobs, means)
  await serveCooledVersions(jobs, means)
  expirePaymentRequests(jobs, means)
}
