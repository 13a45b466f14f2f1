/** An operator signed in to one organization: a cookie that scripts cannot read, and a proof that pages can (spec 5). */
import { Type } from 'typebox'
import { Account } from '../merchant-accounts/records.ts'
import { grantSpent } from '../merchants/errors.ts'
import { Grant, Merchant } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { Issued } from '../wire/inputs.ts'
import { merchantChoiceRequired } from './errors.ts'

const CsrfToken = orNull(
  Type.String(),
  'send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session',
)

export const openMerchantSession = operation({
  id: 'merchant_sessions.open',
  method: 'POST',
  path: '/v1/merchant-sessions',
  defined_by: 'specification',
  idempotency: 'none',
  summary: 'Open a session',
  description:
    'Consumes a grant. Sets the cookie `__Host-svc_session` (HttpOnly, Secure, SameSite=Strict), valid for 12 hours and for 30 minutes of silence. With `transport: "bearer"` the token comes in the body instead, for command-line tools: no cookie, so no CSRF proof.',
  credential: 'none',
  limit: 'sign_in',
  body: Input({
    grant: Grant,
    choice: Type.Optional(Issued({ maxLength: 100, description: 'from `merchant_choices`' })),
    transport: Type.Optional(Type.Enum(['cookie', 'bearer'], { type: 'string' })),
  }),
  answer: {
    status: 201,
    body: Type.Object({
      merchant: Merchant,
      csrf_token: CsrfToken,
      session_token: Type.Optional(Type.String({ description: 'only with `transport: "bearer"`; shown once' })),
      expires_at: Timestamp,
    }),
  },
  refuses: [grantSpent, merchantChoiceRequired],
  example: { body: { grant: 'svc_grant_…' } },
})

export const readMerchantSession = operation({
  id: 'merchant_sessions.read_current',
  method: 'GET',
  path: '/v1/merchant-sessions/current',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'Who am I',
  description: 'The organization and account of this session, with a fresh CSRF proof.',
  credential: 'merchant_session',
  limit: 'standard',
  answer: {
    status: 200,
    body: Type.Object({ merchant: Merchant, account: Account, csrf_token: CsrfToken, expires_at: Timestamp }),
  },
  refuses: [],
  example: {},
})

export const closeMerchantSession = operation({
  id: 'merchant_sessions.close_current',
  method: 'DELETE',
  path: '/v1/merchant-sessions/current',
  defined_by: 'extension',
  idempotency: 'natural',
  summary: 'Sign out',
  description: 'Ends this session at once and clears the cookie.',
  credential: 'merchant_session',
  limit: 'standard',
  answer: { status: 200, body: Type.Object({ closed: Type.Literal(true) }) },
  refuses: [],
  example: {},
})

export const merchantSessionOperations = [openMerchantSession, readMerchantSession, closeMerchantSession] as const
