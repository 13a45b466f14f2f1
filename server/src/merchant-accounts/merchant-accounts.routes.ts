import * as contract from '@countersign/contract/merchant-accounts/operations'
import type { Limits } from '../http/limits.ts'
import type { Route } from '../http/route.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { requestSignInLink } from './request-sign-in-link.ts'
import { verifyEmail } from './verify-email.ts'

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly limits: Limits
}

export const merchantAccountRoutes = (route: Route, deps: Deps): void => {
  route(contract.requestSignInLink, ({ body }) => requestSignInLink(deps, body.email))
  route(contract.verifyEmail, ({ body }) => verifyEmail(deps.transactions, body.token))
}
