/** The cookie of a merchant session, how long a session lasts, and what the API shows of one. */
import { Type } from 'typebox'
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
