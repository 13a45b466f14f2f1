/** An operator signed in to one organization: a cookie that scripts cannot read, and a proof that pages can (specification 5). */
import { Type } from 'typebox'
import { RoleName } from '../members/records.ts'
import { Account } from '../merchant-accounts/records.ts'
import { Grant, grantSpent, Merchant } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { Assertion, passkeyRefused } from '../passkeys/records.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { orNull, page, pageQuery } from '../wire/envelopes.ts'
import { At, Counted, RARE, Shown } from '../wire/fields.ts'
import { IdInput, IdOrCurrent, Issued, Typed } from '../wire/inputs.ts'
import { MerchantSession, merchantChoiceRequired, stepUpCodeRefused } from './records.ts'

/** In place of an id: each session of this person in this organization. */
export const ALL_SESSIONS = 'all'

const CsrfToken = orNull(
  Shown('the proof', 'c3JmLXByb29mLW9mLXRoaXMtc2Vzc2lvbg'),
  'send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session',
)

const opened = {
  status: 201,
  body: Type.Object({
    merchant: Merchant,
    csrf_token: CsrfToken,
    session_token: Type.Optional(Shown('only for a bearer session; shown once', 'svc_session_…', RARE)),
    expires_at: At('when the session ends at the latest'),
  }),
} as const

export const openMerchantSession = operation({
  id: 'merchant_sessions.open',
  method: 'POST',
  path: '/v1/merchant-sessions',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Open a session',
  description:
    'Uses a grant. Sets the cookie `__Host-svc_session` (HttpOnly, Secure, SameSite=Strict), valid for 12 hours, or until 30 minutes without a call. With `transport: "bearer"` you get the token in the body instead, for command-line tools: no cookie, so no CSRF token.',
  credential: 'none',
  sets_cookie: true,
  limit: 'sign_in',
  body: Input({
    grant: Grant,
    choice: Type.Optional(Issued({ maxLength: 100, description: 'from `merchant_choices`' })),
    transport: Type.Optional(
      Type.Enum(['cookie', 'bearer'], { type: 'string', description: 'how the session is kept; `cookie` if left out' }),
    ),
  }),
  answer: opened,
  refuses: [grantSpent, merchantChoiceRequired],
  example: { body: { grant: 'svc_grant_…' } },
})

export const readMerchantSession = operation({
  id: 'merchant_sessions.read_current',
  method: 'GET',
  path: '/v1/merchant-sessions/current',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Who am I',
  description: "This session's organization and account, with a new CSRF token.",
  credential: 'merchant_session',
  limit: 'standard',
  answer: {
    status: 200,
    body: Type.Object({
      merchant: Merchant,
      account: Account,
      session: MerchantSession,
      role: RoleName,
      csrf_token: CsrfToken,
      expires_at: At('when the session ends at the latest'),
    }),
  },
  refuses: [],
  example: {},
})

export const switchMerchantSession = operation({
  id: 'merchant_sessions.switch',
  method: 'POST',
  path: '/v1/merchants/{merchant_id}/sessions',
  tier: 'teams',
  idempotency: 'none',
  summary: 'Switch to another organization',
  description:
    'Opens a session in another of your organizations and closes this one. The new session ends when this one would have ended, and changes that need a confirmation have to be confirmed again. A cookie session gets a new cookie and CSRF token, a bearer session a new token.',
  credential: 'merchant_session',
  role: 'viewer',
  sets_cookie: true,
  limit: 'standard',
  params: Input({ merchant_id: IdInput('mer', { description: 'one of your organizations, from GET /v1/merchants' }) }),
  answer: opened,
  refuses: [],
  example: { params: { merchant_id: 'mer_01k0000000e008000000000000' } },
})

const sessionPath = Input({ session_id: IdInput('ses') })
const params = { session_id: 'ses_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', role: 'viewer', limit: 'standard', tier: 'teams' } as const

export const listMerchantSessions = operation({
  ...common,
  id: 'merchant_sessions.list',
  method: 'GET',
  path: '/v1/merchant-sessions',
  idempotency: 'safe',
  summary: 'List your sessions',
  description: 'Where you are signed in to this organization now, newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('merchant_sessions', MerchantSession) },
  refuses: [cursorInvalid],
  example: {},
})

export const closeMerchantSession = operation({
  ...common,
  id: 'merchant_sessions.close',
  method: 'DELETE',
  path: '/v1/merchant-sessions/{session_id}',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Sign out',
  description:
    'Closes one of your sessions in this organization at once: `current` is this one, another id signs you out elsewhere, and `all` signs you out everywhere. If this session is among them, its cookie is cleared. Doing it again changes nothing.',
  sets_cookie: true,
  params: Input({ session_id: IdOrCurrent('ses', [ALL_SESSIONS]) }),
  answer: { status: 200, body: Type.Object({ closed: Counted('how many sessions were ended', 1) }) },
  refuses: [],
  example: { params },
})

export const sendStepUpCode = operation({
  ...common,
  id: 'merchant_sessions.send_step_up_code',
  method: 'POST',
  path: '/v1/merchant-sessions/{session_id}/step-up-codes',
  idempotency: 'none',
  summary: 'Send a code by email',
  description:
    'Sent to your own address, for that session; a new code replaces the previous one. For people without a passkey.',
  params: sessionPath,
  answer: { status: 202, body: Type.Object({ expires_in: Counted('seconds that the code will be valid', 600) }) },
  refuses: [],
  example: { params },
})

export const stepUp = operation({
  ...common,
  id: 'merchant_sessions.step_up',
  method: 'POST',
  path: '/v1/merchant-sessions/{session_id}/step-up',
  idempotency: 'none',
  summary: 'Confirm that it is you',
  description:
    'Use one of your passkeys or, if you have none, a code by email. For five minutes, that session can then make changes that need confirmation. It can be another of your sessions: a browser can confirm for the command line.',
  params: sessionPath,
  body: Type.Object(
    {
      assertion: Type.Optional(Assertion),
      code: Type.Optional(Typed({ description: 'from the mail' })),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  answer: { status: 200, body: Type.Object({ session: MerchantSession }) },
  refuses: [passkeyRefused, stepUpCodeRefused],
  example: { params, body: { code: 'WDJB-MJHT' } },
})

export const merchantSessionOperations = [
  openMerchantSession,
  readMerchantSession,
  switchMerchantSession,
  listMerchantSessions,
  closeMerchantSession,
  sendStepUpCode,
  stepUp,
] as const
