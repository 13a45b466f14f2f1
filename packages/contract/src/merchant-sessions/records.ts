/** The cookie of a merchant session, how long a session lasts, and what the API shows of one. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, CreatedAt } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const SESSION_COOKIE = '__Host-svc_session'
export const SESSION_LIFETIME_S = 12 * 3600
export const SESSION_IDLE_S = 30 * 60
/** For so long a confirmation holds. */
export const STEP_UP_LIFETIME_S = 5 * 60
export const STEP_UP_CODE_LIFETIME_S = 10 * 60
export const STEP_UP_CODES_WRONG_MAX = 5
export const SIGN_IN_METHODS = ['mail', 'passkey'] as const

export const MerchantSession = Resource('MerchantSession', 'a place where you are signed in', {
  session_id: IdSchema('ses'),
  current: Type.Boolean({ description: 'whether it is the session of this call', examples: [true] }),
  transport: Type.Enum(['cookie', 'bearer'], {
    type: 'string',
    description: '`cookie` in a browser, `bearer` in a program such as the command line',
    examples: ['cookie'],
  }),
  signed_in_by: Type.Enum([...SIGN_IN_METHODS], {
    type: 'string',
    description: 'how it was opened',
    examples: ['mail'],
  }),
  created_at: CreatedAt,
  last_active_at: At('when it was last used, to the minute'),
  expires_at: At('when it expires at the latest'),
  confirmed_until: orNull(Timestamp, 'until when changes that need a confirmation need no other; null without one'),
})

// What can be refused about merchant sessions, and what to do next.

export const merchantChoiceRequired = errorEntry({
  code: 'merchant_choice_required',
  status: 422,
  meaning: "Choose an organization: this grant can open several or none, and `choice` doesn't name one.",
  recovery:
    'Send a `choice` from the response that contained the grant, or create an organization with POST /v1/merchants.',
  retry: 'never',
})

export const stepUpCodeRefused = errorEntry({
  code: 'step_up_code_refused',
  status: 403,
  meaning: 'The code is wrong, used, expired or for another session; or you have a passkey and must use that.',
  recovery:
    'Ask for a new code with POST /v1/merchant-sessions/{session_id}/step-up-codes. A code stops working after five wrong tries.',
  retry: 'never',
})
