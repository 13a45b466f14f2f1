import * as contract from '@pursestrings/contract/merchant-accounts/operations'
import { SIGN_IN_COOKIE, SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import type { Limits } from '../../platform/http/limits.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { requestSignInLink } from './request-sign-in-link.ts'
import { type InvitationsFor, verifyEmail } from './verify-email.ts'

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly limits: Limits
  readonly invitationsFor: InvitationsFor
}

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

export const merchantAccountRoutes = (route: Route, deps: Deps): void => {
  route(contract.requestSignInLink, async ({ body, reply }) => {
    const { answer, nonce } = await requestSignInLink(deps, body)
    if (nonce !== undefined) reply.setCookie(SIGN_IN_COOKIE, nonce, { ...COOKIE, maxAge: SIGN_IN_LINK_LIFETIME_S })
    return answer
  })

  route(contract.verifyEmail, async ({ body: { token, code }, reply }) => {
    const nonce = reply.request.cookies[SIGN_IN_COOKIE]
    const verified = await verifyEmail(deps, { token, code, nonce })
    if (nonce !== undefined) reply.clearCookie(SIGN_IN_COOKIE, COOKIE)
    return verified
  })
}
