/**
 * The Ed25519 key an agent signs its assertions with: only the public half is ever sent, and its owner proves the other
 * half by signing a challenge (specification 4.1, 5 rule 3).
 */
import { Type } from 'typebox'
import { AGENT_EXAMPLE, agentRetired } from '../agents/records.ts'
import { Input, operation, Resource } from '../operation.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdInput, Issued, KeyMaterial, Time } from '../wire/inputs.ts'
import {
  AgentCredential,
  Alg,
  challengeSpent,
  credentialKeyTaken,
  credentialKidTaken,
  credentialProofInvalid,
  Ed25519Signature,
  Kid,
  PROOF_PREFIX,
  type PublicJwk,
  privateKeySent,
  tooManyCredentials,
} from './records.ts'

/** Loose on purpose: what is sent in place of a public key is told apart by the service, a private key first of all. */
const PublicKey = Type.Unsafe<string | PublicJwk>(
  KeyMaterial(['string', 'object'], {
    description:
      'The raw 32 bytes in base64url without padding, or a JWK with exactly `kty: "OKP"`, `crv: "Ed25519"` and `x`. Never a private key.',
    examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
  }),
)

const ProofChallenge = Resource('ProofChallenge', 'what to sign to prove possession of the key', {
  challenge: Shown(
    'the text to sign, as UTF-8; send it back with the signature; single use',
    `${PROOF_PREFIX}x1rF0Yw6m3Tn8cQeJ5bGZk2sVdLhUaPiO7tXyKqRzNM`,
  ),
  expires_at: At('until when the signature is accepted'),
})

const ofAgent = { agent_id: IdInput('agt') }
const ofCredential = { ...ofAgent, credential_id: IdInput('crd') }
const agentExample = { agent_id: AGENT_EXAMPLE }
const credentialExample = { ...agentExample, credential_id: 'crd_01k0000000e008000000000000' }
const answerOne = { status: 200, body: Type.Object({ credential: AgentCredential }) } as const

export const registerCredential = operation({
  id: 'agent_credentials.register',
  method: 'POST',
  path: '/v1/agents/{agent_id}/credentials',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Register a public key',
  description:
    "The credential is `pending` until you sign `proof_challenge.challenge` and send the signature to `activate` within five minutes. While it's pending, send the same `kid` and key again to change its dates and get a new challenge. A `kid` can't be reused within its agent, nor a key within your organization.",
  credential: 'merchant_session',
  role: 'developer',
  limit: 'standard',
  params: Input(ofAgent),
  body: Input({
    kid: Kid,
    alg: Alg,
    public_key: PublicKey,
    not_before: Type.Optional(Time({ description: 'RFC 3339; default now' })),
    expires_at: Time({
      description: 'RFC 3339; in the future, after `not_before`, and at most 400 days from now and from `not_before`',
    }),
  }),
  answer: { status: 201, body: Type.Object({ credential: AgentCredential, proof_challenge: ProofChallenge }) },
  refuses: [privateKeySent, credentialKidTaken, credentialKeyTaken, agentRetired],
  example: {
    params: agentExample,
    body: {
      kid: '2026-11',
      alg: 'Ed25519',
      public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      expires_at: '2027-11-15T09:30:00.000Z',
    },
  },
})

export const activateCredential = operation({
  id: 'agent_credentials.activate',
  method: 'POST',
  path: '/v1/agents/{agent_id}/credentials/{credential_id}/activate',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Verify the key',
  description:
    'Uses the challenge and makes the credential `active`. A wrong signature changes nothing. An agent can have two active credentials, so you can rotate without downtime.',
  credential: 'merchant_session',
  role: 'developer',
  step_up: true,
  limit: 'standard',
  params: Input(ofCredential),
  body: Input({
    challenge: Issued({ description: 'from `proof_challenge`' }),
    signature: Ed25519Signature('the UTF-8 bytes of the challenge'),
  }),
  answer: answerOne,
  refuses: [credentialProofInvalid, challengeSpent, tooManyCredentials, agentRetired],
  example: {
    params: credentialExample,
    body: { challenge: `${PROOF_PREFIX}${'A'.repeat(43)}`, signature: 'A'.repeat(86) },
  },
})

export const revokeCredential = operation({
  id: 'agent_credentials.revoke',
  method: 'DELETE',
  path: '/v1/agents/{agent_id}/credentials/{credential_id}',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Revoke a credential',
  description:
    "Takes effect at once and can't be undone; its tokens stop working too. Revoking again changes nothing. The agent's status stays the same, but without a credential it can't get tokens.",
  credential: 'merchant_session',
  role: 'developer',
  limit: 'standard',
  params: Input(ofCredential),
  answer: answerOne,
  refuses: [],
  example: { params: credentialExample },
})

export const agentCredentialOperations = [registerCredential, activateCredential, revokeCredential] as const
