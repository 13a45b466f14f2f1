import * as contract from '@pursestrings/contract/merchant-sessions/operations'
import { SESSION_COOKIE, SESSION_LIFETIME_S } from '@pursestrings/contract/merchant-sessions/records'
import { credentialInvalid, resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { CURRENT } from '@pursestrings/contract/wire/inputs'
import type { FastifyReply } from 'fastify'
import type { MerchantCaller } from '../../platform/credentials/callers.ts'
import { newCsrfProof } from '../../platform/credentials/credentials.ts'
import {
  closeSession,
  closeSessionsOf,
  selectSession,
  selectSessions,
  type Transport,
} from '../../platform/credentials/merchant-session.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { readAccount } from '../merchant-accounts/accounts.ts'
import { merchantOnWire, readMerchant } from '../merchants/merchants.reads.ts'
import { openMerchantSession, sessionOnWire, switchOrganization } from './open-merchant-session.ts'
import { type StepUpDeps, sendStepUpCode, stepUp } from './step-up.ts'

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

const noteClosed = (tx: TenantTx, { account_id, merchant_id }: MerchantCaller, details = {}): Promise<void> =>
  appendAuditEvent(tx, {
    action: 'merchant_session.closed',
    actor: idOf('acc', account_id),
    target: idOf('mer', merchant_id),
    details,
  })

type Opened = Awaited<ReturnType<typeof switchOrganization>>

/** The token goes into the cookie, or into the answer: never into both. */
const handedOver = (reply: FastifyReply, transport: Transport, { merchant, token, expires_at }: Opened) => {
  const opened = { merchant, expires_at: expires_at.toISOString() }
  if (transport === 'bearer') return { ...opened, csrf_token: null, session_token: token }
  reply.setCookie(SESSION_COOKIE, token, { ...COOKIE, maxAge: SESSION_LIFETIME_S })
  return { ...opened, csrf_token: newCsrfProof(token) }
}

export const merchantSessionRoutes = (route: Route, deps: StepUpDeps): void => {
  const { transactions } = deps
  route(contract.openMerchantSession, async ({ body, reply }) => {
    const transport = body.transport ?? 'cookie'
    const { merchant, ...opened } = await openMerchantSession(deps, { ...body, transport })
    return handedOver(reply, transport, { merchant: merchantOnWire(merchant), ...opened })
  })

  route(contract.readMerchantSession, async ({ caller }) => {
    const { merchant_id, account_id, session_id, expires_at, role } = caller
    const row = await transactions.asTenant(merchant_id, (tx) => selectSession(tx, account_id, session_id))
    if (!row) throw new Refusal(credentialInvalid)
    return {
      session: sessionOnWire(row, caller),
      role,
      merchant: await transactions.asTenant(merchant_id, (tx) => readMerchant(tx, merchant_id)),
      account: await transactions.asSystem((tx) => readAccount(tx, account_id)),
      csrf_token: caller.csrfProof(),
      expires_at: expires_at.toISOString(),
    }
  })

  route(contract.switchMerchantSession, async ({ caller, params, reply }) => {
    const opened = await switchOrganization(transactions, caller, uuidOf('mer', params.merchant_id))
    await transactions.asTenant(caller.merchant_id, async (tx) => {
      if (await closeSession(tx, caller.session_id)) await noteClosed(tx, caller, { switched: true })
    })
    return handedOver(reply, caller.transport, opened)
  })

  route(contract.listMerchantSessions, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('ses', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) =>
      selectSessions(tx, caller.account_id, before, limit + 1),
    )
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('ses', last.session_id))
    return { merchant_sessions: records.map((row) => sessionOnWire(row, caller)), next_cursor }
  })

  route(contract.closeMerchantSession, async ({ caller, params: { session_id: named }, reply }) => {
    const is_all = named === contract.ALL_SESSIONS
    const session_id = is_all || named === CURRENT ? caller.session_id : uuidOf('ses', named)
    const closed = await transactions.asTenant(caller.merchant_id, async (tx) => {
      if (is_all) {
        await noteClosed(tx, caller, { all: true })
        return closeSessionsOf(tx, caller.account_id)
      }
      if (!(await selectSession(tx, caller.account_id, session_id))) throw new Refusal(resourceNotFound)
      if (!(await closeSession(tx, session_id))) return 0
      await noteClosed(tx, caller)
      return 1
    })
    if (session_id === caller.session_id) reply.clearCookie(SESSION_COOKIE, COOKIE)
    return { closed }
  })

  route(contract.sendStepUpCode, ({ caller, params }) => sendStepUpCode(deps, caller, uuidOf('ses', params.session_id)))
  route(contract.stepUp, ({ caller, params, body }) => stepUp(deps, caller, uuidOf('ses', params.session_id), body))
}
