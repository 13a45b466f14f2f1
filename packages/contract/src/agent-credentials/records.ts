/** What the API shows of agent credentials. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

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
