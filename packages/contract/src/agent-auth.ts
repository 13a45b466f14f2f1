/**
 * How an agent proves itself (spec 4.2; contract 3): it signs a short statement with its registered key and gets an opaque
 * token for it, once. What is told about a key is told only to whoever has just signed with it.
 */
import { Type } from 'typebox'
import { errorEntry } from './errors.ts'
import { Issued } from './inputs.ts'
import { Input, operation } from './operation.ts'

export const ASSERTION_TYP = 'svc-agent-assertion+jwt'
export const ASSERTION_ALGORITHMS = ['EdDSA', 'Ed25519'] as const
export const ASSERTION_LIFETIME_S_MAX = 120
export const ASSERTION_SKEW_S = 10
/** Visible ASCII: a UUID, a ULID, base64, but nothing that two systems could spell in two ways. */
export const ASSERTION_JTI = /^[\x21-\x7e]{1,128}$/

/** Why a key that signed rightly opens nothing now. */
export const CREDENTIAL_STANDINGS = [
  'credential_pending',
  'credential_revoked',
  'credential_expired',
  'credential_not_yet_valid',
  'agent_draft',
  'agent_suspended',
  'agent_retired',
] as const
export type CredentialStanding = (typeof CREDENTIAL_STANDINGS)[number]

export const assertionInvalid = errorEntry({
  code: 'assertion_invalid',
  status: 401,
  meaning: 'This is no assertion of a registered agent for this service.',
  recovery:
    'Check the header (`alg`, `kid`, `typ`), the claims (`iss`, `sub`, `aud`, `iat`, `exp`, `jti`) and the key; then sign anew.',
  retry: 'never',
})

export const assertionClockSkew = errorEntry({
  code: 'assertion_clock_skew',
  status: 401,
  meaning: 'The times in the assertion do not fit ours: `claim` says which of them, `server_time` what our clock says.',
  recovery: 'Set the clock right, then sign a new assertion; it is accepted within 10 seconds of its times.',
  retry: 'never',
})

export const assertionJtiReused = errorEntry({
  code: 'assertion_jti_reused',
  status: 409,
  meaning: 'The agent has already sent an assertion with this `jti`; each one opens once.',
  recovery: 'Sign a new assertion with a new `jti`. If you did not send it before, somebody else did: revoke the key.',
  retry: 'never',
})

export const credentialRevoked = errorEntry({
  code: 'credential_revoked',
  status: 403,
  meaning: 'The assertion is right, but its credential or its agent cannot be used now; `reason` says why.',
  recovery: 'Ask the merchant; a retry changes nothing.',
  retry: 'never',
})

export const exchangeAssertion = operation({
  id: 'agent_auth.token',
  method: 'POST',
  path: '/v1/agent-auth/token',
  summary: 'Exchange an assertion for an agent token',
  description:
    'The assertion is a JWT in compact form. Its header has exactly `alg` (`EdDSA` or `Ed25519`), `kid` (of the credential) and `typ` (`svc-agent-assertion+jwt`). Its claims: `iss` and `sub`, both the agent id; `aud`, the base address of this service as one string; `iat`; `exp`, at most 120 seconds after `iat`; `jti`, 1 to 128 visible ASCII characters, new each time. Our clock decides, with 10 seconds of tolerance. An assertion opens once. The token ends after ten minutes, and at once with its credential or its agent.',
  credential: 'none',
  limit: 'agent_auth',
  body: Input({ assertion: Issued({ maxLength: 4096, description: 'a signed JWT, compact' }) }),
  answer: {
    status: 200,
    body: Type.Object({
      agent_token: Type.String({ description: 'send it as `Authorization: Bearer`; shown once' }),
      token_type: Type.Literal('Bearer'),
      expires_in: Type.Integer({ description: 'seconds' }),
    }),
  },
  refuses: [assertionInvalid, assertionClockSkew, assertionJtiReused, credentialRevoked],
  example: { body: { assertion: 'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhZ3RfIn0.c2lnbmF0dXJl' } },
})

export const agentAuthOperations = [exchangeAssertion] as const
