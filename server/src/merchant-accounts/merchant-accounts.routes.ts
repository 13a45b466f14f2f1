import * as contract from '@countersign/contract/merchant-accounts/operations'
import type { Door } from '../http/door.ts'
import type { Limits } from '../http/limits.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { requestSignInLink } from './request-sign-in-link.ts'
import { verifyEmail } from './verify-email.ts'

interface Means {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly limits: Limits
}

export const merchantAccountRoutes = (door: Door, means: Means): void => {
  door(contract.requestSignInLink, ({ body }) => requestSignInLink(means, body.email))
  door(contract.verifyEmail, ({ body }) => verifyEmail(means.transactions, body.token))
}
