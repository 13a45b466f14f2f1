/** Passkeys of people (WebAuthn, discoverable): another way to sign in, and how a change is confirmed. */
import { Type } from 'typebox'
import { Account, MerchantChoice } from '../merchant-accounts/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdInput } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import {
  Assertion,
  Attestation,
  exampleAssertion,
  PASSKEY_LEAVES_AFTER_H,
  Passkey,
  passkeyKnown,
  passkeyRefused,
  tooManyPasskeys,
} from './records.ts'

const passkeyPath = Input({ passkey_id: IdInput('pky') })
const params = { passkey_id: 'pky_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', role: 'viewer', limit: 'standard', tier: 'teams' } as const
const one = { status: 200, body: Type.Object({ passkey: Passkey }) } as const
const asked = {
  challenge: Shown('what the passkey signs, once; base64url', 'Y2hhbGxlbmdlLW9mLTMyLWJ5dGVz'),
  rp_id: Shown('the relying party id', 'pay.example'),
  expires_at: At('until when it can be answered'),
}

export const createChallenge = operation({
  ...common,
  id: 'passkeys.create_challenge',
  method: 'POST',
  path: '/v1/passkeys/challenges',
  idempotency: 'none',
  summary: 'Get a challenge',
  description:
    'For `navigator.credentials.create()` (`register`) or `.get()` (`step_up`), with `userVerification: "required"` and, to register, `residentKey: "required"`.',
  body: Input({
    purpose: Type.Enum(['register', 'step_up'], { type: 'string', description: 'what the answer is for' }),
  }),
  answer: {
    status: 201,
    body: Type.Object({
      ...asked,
      user_handle: Shown('`user.id` for a new passkey; base64url', 'AZJ8s2nqcAmIvw4kYzjJtw'),
      user_name: Shown('`user.name` for a new passkey', 'operator@merchant.example'),
      credential_ids: Type.Array(Shown('base64url', 'Y3JlZGVudGlhbA'), {
        description: 'your passkeys: those to exclude when registering, those to allow when confirming',
      }),
    }),
  },
  refuses: [],
  example: { body: { purpose: 'register' } },
})

export const registerPasskey = operation({
  ...common,
  id: 'passkeys.register',
  method: 'POST',
  path: '/v1/passkeys',
  idempotency: 'none',
  summary: 'Add a passkey',
  description:
    'From then on, you confirm changes to payees, domains, credentials, members and keys with a passkey. You get an email about it.',
  step_up: true,
  body: Input({ name: Text({ description: 'how you call it' }), attestation: Attestation }),
  answer: { ...one, status: 201 },
  refuses: [passkeyRefused, passkeyKnown, tooManyPasskeys],
  example: {
    body: {
      name: 'Work laptop',
      attestation: { credential_id: 'Y3JlZGVudGlhbA', client_data: 'e30', attestation_object: 'oGE' },
    },
  },
})

export const listPasskeys = operation({
  ...common,
  id: 'passkeys.list',
  method: 'GET',
  path: '/v1/passkeys',
  idempotency: 'safe',
  summary: 'List your passkeys',
  description: 'Newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('passkeys', Passkey) },
  refuses: [cursorInvalid],
  example: {},
})

export const removePasskey = operation({
  ...common,
  id: 'passkeys.remove',
  method: 'DELETE',
  path: '/v1/passkeys/{passkey_id}',
  idempotency: 'none',
  summary: 'Remove a passkey',
  description: `Takes effect at once if you used a passkey within the last five minutes. If you lost it, it's removed after ${PASSKEY_LEAVES_AFTER_H} hours, unless somebody uses it before then. You get an email either way.`,
  params: passkeyPath,
  answer: one,
  refuses: [],
  example: { params },
})

const open = { credential: 'none', limit: 'sign_in', tier: 'teams' } as const

export const createSignInChallenge = operation({
  ...open,
  id: 'passkeys.create_sign_in_challenge',
  method: 'POST',
  path: '/v1/passkeys/sign-in-challenges',
  idempotency: 'none',
  summary: 'Start signing in with a passkey',
  description: 'For `navigator.credentials.get()` with `userVerification: "required"`; the browser knows the passkeys.',
  answer: { status: 201, body: Type.Object(asked) },
  refuses: [],
  example: {},
})

export const signInByPasskey = operation({
  ...open,
  id: 'passkeys.sign_in',
  method: 'POST',
  path: '/v1/passkeys/sign-ins',
  idempotency: 'none',
  summary: 'Sign in with a passkey',
  description:
    'Returns the organizations you can open, and a single-use grant for POST /v1/merchant-sessions, just like a sign-in link.',
  body: Input({ assertion: Assertion }),
  answer: {
    status: 200,
    body: Type.Object({
      account: Account,
      merchant_choices: Type.Array(MerchantChoice, { description: 'the organizations that the account may open' }),
      grant: Shown('single-use; for a session or a new organization', 'svc_grant_…'),
      expires_at: At('until when the grant can be used'),
    }),
  },
  refuses: [passkeyRefused],
  example: { body: { assertion: exampleAssertion } },
})

export const passkeyOperations = [
  createChallenge,
  registerPasskey,
  listPasskeys,
  removePasskey,
  createSignInChallenge,
  signInByPasskey,
] as const
