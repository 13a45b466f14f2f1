/**
 * An operator's way in: an e-mail address, a one-time link, a single-use grant (specification 4.1). One route serves
 * registration, recovery and return, and says the same to everybody.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { At, Counted, RARE, Shown } from '../wire/fields.ts'
import { Issued, Typed } from '../wire/inputs.ts'
import { Account, Email, MerchantChoice, signInCodeRequired, signInLinkSpent } from './records.ts'

export const requestSignInLink = operation({
  id: 'merchant_accounts.register',
  method: 'POST',
  path: '/v1/merchant-accounts/registrations',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Request a sign-in link',
  description:
    'Emails a one-time link, valid for ten minutes. Use it to register, to sign in and to recover access. The answer is the same whether or not we know the address.',
  credential: 'none',
  limit: 'sign_in',
  body: Input({
    email: Email,
    bind: Type.Optional(
      Type.Boolean({
        description:
          'binds the link to your browser or program: it then works only with the cookie that this answer sets, or with `code`, so a mail scanner can’t use it up',
      }),
    ),
  }),
  sets_cookie: true,
  answer: {
    status: 202,
    body: Type.Object({
      message: Shown('what happens next, for people', "We're sending a sign-in link to this address."),
      expires_in: Counted('seconds that the link will be valid', 600),
      code: Type.Optional(
        Shown('only with `bind`: typed where the link is opened in another browser', 'WDJB-MJHT', RARE),
      ),
    }),
  },
  refuses: [],
  example: { body: { email: 'operator@merchant.example' } },
})

export const verifyEmail = operation({
  id: 'merchant_accounts.verify_email',
  method: 'POST',
  path: '/v1/merchant-accounts/email-verifications',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Exchange the one-time link',
  description:
    "Uses the token from the link's fragment. Returns the organizations you can open and a single-use grant: use it for POST /v1/merchant-sessions with one of the choices, or for POST /v1/merchants to create an organization.",
  credential: 'none',
  limit: 'sign_in',
  body: Input({
    token: Issued({ description: 'from the fragment of the link' }),
    code: Type.Optional(
      Typed({ description: 'for a link that is bound, where the cookie is missing: the code that was shown' }),
    ),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      account: Account,
      merchant_choices: Type.Array(MerchantChoice, { description: 'the organizations that the account may open' }),
      grant: Shown('single-use; for a session or a new organization', 'svc_grant_…'),
      expires_at: At('until when the grant can be used'),
    }),
  },
  refuses: [signInLinkSpent, signInCodeRequired],
  example: { body: { token: 'svc_link_…' } },
})

export const merchantAccountOperations = [requestSignInLink, verifyEmail] as const
