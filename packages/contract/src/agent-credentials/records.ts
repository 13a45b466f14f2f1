/** What the API shows of agent credentials. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Formed } from '../wire/inputs.ts'

// The statuses of agent credentials.

/** What is stored. */
const CREDENTIAL_STATUSES = ['pending', 'active', 'revoked'] as const
/** What is shown: `expired` is never stored, the database's clock makes it of the first two. */
export const CREDENTIAL_STATUSES_SHOWN = [...CREDENTIAL_STATUSES, 'expired'] as const

export const CREDENTIALS_ACTIVE_MAX = 2
export const CREDENTIAL_LIFETIME_DAYS_MAX = 400
export const PROOF_CHALLENGE_LIFETIME_S = 300

/** What every challenge begins with, and is signed with: it keeps the signature from meaning anything elsewhere. */
export const PROOF_PREFIX = 'svc.credential_proof.v1:'

export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
}

export const Alg = Type.Enum(['Ed25519'], { type: 'string', description: 'the algorithm of the key' })

export const Kid = Formed('^[A-Za-z0-9._-]{1,64}$', {
  rule: 'must be 1 to 64 letters, digits, `.`, `_` or `-`, such as `2026-11`',
  maxLength: 64,
  description: 'names the key in assertions',
})

export const Ed25519Signature = (over: string) =>
  Formed('^[A-Za-z0-9_-]{86}$', {
    rule: 'must be 64 bytes in base64url without padding, which are 86 characters',
    maxLength: 86,
    description: `Ed25519 (RFC 8032) over ${over}: 64 bytes in base64url, no padding`,
  })

export const AgentCredential = Resource('AgentCredential', 'a public key of an agent', {
  credential_id: IdSchema('crd'),
  agent_id: IdSchema('agt'),
  kid: Shown('names the key in assertions', '2026-11'),
  alg: Alg,
  public_key: Shown('the raw 32 bytes in base64url', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
  fingerprint: Shown(
    'SHA-256 of the raw 32 bytes in base64url, to compare by eye',
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  ),
  status: Type.Enum([...CREDENTIAL_STATUSES_SHOWN], {
    type: 'string',
    description: '`pending` until the key is verified',
    examples: ['active'],
  }),
  not_before: At('from when it can be used'),
  expires_at: At('until when it can be used'),
  created_at: CreatedAt,
  activated_at: orNull(Timestamp, 'when possession was proven'),
  last_used_at: orNull(Timestamp, 'when it last signed an assertion, to the minute; null before the first'),
  revoked_at: mostlyNull(Timestamp, 'when it was revoked'),
})

// What registering and proving an agent's key can be refused with.

export const privateKeySent = errorEntry({
  code: 'private_key_sent',
  status: 422,
  meaning: "You sent a private key. We didn't store or log it, but it has left your machine.",
  recovery: 'Throw that key pair away, make a new one, and send only the public key.',
  retry: 'never',
})

export const credentialKidTaken = errorEntry({
  code: 'credential_kid_taken',
  status: 409,
  meaning: "The agent already has a credential with this `kid`; a `kid` can't be reused.",
  recovery: 'Choose another `kid`. To get a new challenge for a pending key, send the same `kid` with the same key.',
  retry: 'never',
})

export const credentialKeyTaken = errorEntry({
  code: 'credential_key_taken',
  status: 409,
  meaning: 'Your organization, or your personal space, already used this public key; a key can be registered once.',
  recovery: 'Make a new key pair.',
  retry: 'never',
})

export const credentialProofInvalid = errorEntry({
  code: 'credential_proof_invalid',
  status: 422,
  meaning: "The signature doesn't match this key and challenge.",
  recovery: 'Sign the UTF-8 bytes of the challenge with the private key. The challenge is still valid.',
  retry: 'never',
})

export const challengeSpent = errorEntry({
  code: 'challenge_spent',
  status: 410,
  meaning: 'This challenge was used, expired, replaced, or issued for another credential.',
  recovery:
    "Read the credential. If it's active, you're done. If it's pending, register the same `kid` and key again for a new challenge.",
  retry: 'never',
})

export const tooManyCredentials = errorEntry({
  code: 'too_many_credentials',
  status: 409,
  meaning: 'The agent already has two active credentials, the maximum.',
  recovery: 'Revoke one of them, then send the same call again before the challenge expires.',
  retry: 'never',
})
