import * as contract from '@countersign/contract/merchant-sessions/operations'
import { SESSION_COOKIE, SESSION_LIFETIME_S } from '@countersign/contract/merchant-sessions/records'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { newCsrfProof } from '../credentials/csrf.ts'
import { closeSession } from '../credentials/merchant-session.ts'
import type { Route } from '../http/route.ts'
import { readAccount } from '../merchant-accounts/read-account.ts'
import { merchantOnWire } from '../merchants/merchants.reads.ts'
import { readMerchant } from '../merchants/read-merchant.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { openMerchantSession } from './open-merchant-session.ts'

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

export const merchantSessionRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.openMerchantSession, async ({ body, reply }) => {
    const transport = body.transport ?? 'cookie'
    const { merchant, token, expires_at } = await openMerchantSession(transactions, { ...body, transport })
    const opened = { merchant: merchantOnWire(merchant), expires_at: expires_at.toISOString() }
    if (transport === 'bearer') return { ...opened, csrf_token: null, session_token: token }
    reply.setCookie(SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_LIFETIME_S })
    return { ...opened, csrf_token: newCsrfProof(token) }
  })

  route(contract.readMerchantSession, async ({ caller }) => {
    const { merchant_id, account_id, expires_at } = caller
    return {
      merchant: await transactions.asTenant(merchant_id, (tx) => readMerchant(tx, merchant_id)),
      account: await transactions.asSystem((tx) => readAccount(tx, account_id)),
      csrf_token: caller.csrfProof(),
      expires_at: expires_at.toISOString(),
    }
  })

  route(contract.closeMerchantSession, async ({ caller, reply }) => {
    await transactions.asTenant(caller.merchant_id, async (tx) => {
      await closeSession(tx, caller.session_id)
      await appendAuditEvent(tx, {
        action: 'merchant_session.closed',
        actor: idOf('acc', caller.account_id),
        target: idOf('mer', caller.merchant_id),
      })
    })
    reply.clearCookie(SESSION_COOKIE, COOKIE)
    return { closed: true as const }
  })
}
