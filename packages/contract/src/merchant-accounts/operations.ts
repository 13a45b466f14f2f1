/**
 * An operator's way in: an e-mail address, a one-time link, a single-use grant (spec 4.1, contract 2). One route serves
 * registration, recovery and return, and says the same to everybody.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { Issued } from '../wire/inputs.ts'
import { signInLinkSpent } from './errors.ts'
import { Account, Email, MerchantChoice } from './records.ts'

export const requestSignInLink = operation({
  id: 'merchant_accounts.register',
  method: 'POST',
  path: '/v1/merchant-accounts/registrations',
  defined_by: 'specification',
  idempotency: 'none',
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

export const verifyEmail = operation({
  id: 'merchant_accounts.verify_email',
  method: 'POST',
  path: '/v1/merchant-accounts/email-verifications',
  defined_by: 'specification',
  idempotency: 'none',
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
