/**
 * Known or unknown, a mailbox gets the same answer after the same work: one job, and no look at the accounts. The
 * account comes into being when its mailbox is proven.
 */
import { SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import { newBinding } from '../../platform/credentials/email-link.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly limits: Limits
}

export const requestSignInLink = async (
  { transactions, jobs, limits }: Deps,
  { email: written, bind = false }: { email: string; bind?: boolean },
) => {
  const email = written.toLowerCase()
  const bound = bind ? newBinding() : undefined
  await transactions.asSystem(async (tx) => {
    await jobs.enqueue(tx, 'sign-in-mail', { email, binding: bound?.binding })
    // A mail that is not queued uses nothing up.
    await limits.take('mailbox', email)
  })
  const answer = {
    message: "We're sending a sign-in link to this address.",
    expires_in: SIGN_IN_LINK_LIFETIME_S,
    ...(bound && { code: bound.code }),
  }
  return { answer, nonce: bound?.nonce }
}
