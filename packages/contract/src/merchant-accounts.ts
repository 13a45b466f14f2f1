/**
 * An operator's way in: an e-mail address, a one-time link, a single-use grant (spec 4.1, contract 2). One door serves
 * registration, recovery and return, and says the same to everybody.
 */
import { Type } from 'typebox'
import { Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { Formed, Issued } from './inputs.ts'
import { MerchantStatus } from './merchants.ts'
import { Input, operation, Resource } from './operation.ts'

export const SIGN_IN_LINK_LIFETIME_S = 600
export const SESSION_GRANT_LIFETIME_S = 600

/** One mailbox, written plainly: no display name, no list, no quoted part. What counts is whether mail arrives. */
export const EMAIL_PATTERN = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$"
export const Email = Formed(EMAIL_PATTERN, {
  rule: 'must be one e-mail address, such as `operator@merchant.example`',
  maxLength: 254,
  examples: ['operator@merchant.example'],
})

export const Account = Resource('Account', { account_id: IdSchema('acc'), email: Type.String(), created_at: Timestamp })

export const signInLinkSpent = errorEntry({
  code: 'sign_in_link_spent',
  status: 410,
  meaning: 'This sign-in link has been used, has expired or was never issued.',
  recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const requestSignInLink = operation({
  id: 'merchant_accounts.register',
  method: 'POST',
  path: '/v1/merchant-accounts/registrations',
  summary: 'Ask for a sign-in link by e-mail',
  description:
    'Sends a one-time link, valid for ten minutes, to the address. Serves registration, recovery and returning access; the answer is the same whether or not the address is known.',
  credential: 'none',
  limit: 'sign_in',
  body: Input({ email: Email }),
  answer: {
    status: 202,
    body: Type.Object({
      message: Type.String({ examples: ['If mail can reach this address, a sign-in link is on its way.'] }),
      expires_in: Type.Integer({ description: 'seconds that the link will be valid' }),
    }),
  },
  refuses: [],
  example: { body: { email: 'operator@merchant.example' } },
})

export const MerchantChoice = Resource('MerchantChoice', {
  choice: Type.String({ description: 'opaque; means something only together with this grant' }),
  name: Type.String(),
  status: MerchantStatus,
})

export const verifyEmail = operation({
  id: 'merchant_accounts.verify_email',
  method: 'POST',
  path: '/v1/merchant-accounts/email-verifications',
  summary: 'Exchange the one-time link',
  description:
    "Consumes the token from the link's fragment. Answers with the organizations that the account may open and a single-use grant: spend it on POST /v1/merchant-sessions with one of the choices, or on POST /v1/merchants to create an organization.",
  credential: 'none',
  limit: 'sign_in',
  body: Input({ token: Issued({ description: 'from the fragment of the link' }) }),
  answer: {
    status: 200,
    body: Type.Object({
      account: Account,
      merchant_choices: Type.Array(MerchantChoice),
      session_grant: Type.String(),
      expires_at: Timestamp,
    }),
  },
  refuses: [signInLinkSpent],
  example: { body: { token: 'svc_link_…' } },
})

export const merchantAccountOperations = [requestSignInLink, verifyEmail] as const
