/** What the API shows of agent credentials. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { CREDENTIAL_STATUSES_SHOWN } from './states.ts'

export const CREDENTIALS_ACTIVE_MAX = 2
export const CREDENTIAL_LIFETIME_DAYS_MAX = 400
export const PROOF_CHALLENGE_LIFETIME_S = 300

/** The exact text whose UTF-8 bytes are signed. The first line keeps the signature from meaning anything elsewhere. */
export const proofTextOf = (challenge: string): string => `svc.credential_proof.v1\n${challenge}`

export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
}

export const Alg = Type.Enum(['Ed25519'], { type: 'string' })

export const AgentCredential = Resource('AgentCredential', {
  credential_id: IdSchema('crd'),
  agent_id: IdSchema('agt'),
  kid: Type.String(),
  alg: Alg,
  public_key: Type.String({ description: 'the raw 32 bytes in base64url' }),
  fingerprint: Type.String({ description: 'SHA-256 of the raw 32 bytes in base64url, to compare by eye' }),
  status: Type.Enum([...CREDENTIAL_STATUSES_SHOWN], { type: 'string' }),
  not_before: Timestamp,
  expires_at: Timestamp,
  created_at: Timestamp,
  activated_at: orNull(Timestamp, 'when possession was proven'),
  revoked_at: orNull(Timestamp, 'when it was revoked'),
})
