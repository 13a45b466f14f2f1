import { errorEntry } from '../errors.ts'

/** What an assertion looks like, and why a key that signed rightly may open nothing now. */

export const ASSERTION_TYP = 'svc-agent-assertion+jwt'
export const ASSERTION_ALGORITHMS = ['EdDSA', 'Ed25519'] as const
export const ASSERTION_LIFETIME_S_MAX = 120
export const ASSERTION_SKEW_S = 10

/** Visible ASCII: a UUID, a ULID, base64, but nothing that two systems could spell in two ways. */
export const ASSERTION_JTI = /^[\x21-\x7e]{1,128}$/

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

// What can be refused about agent sign-in, and what to do next.

export const assertionInvalid = errorEntry({
  code: 'assertion_invalid',
  status: 401,
  meaning: "This isn't a valid assertion from a registered agent for this service.",
  recovery:
    'Check the header (`alg`, `kid`, `typ`), the claims (`iss`, `sub`, `aud`, `iat`, `exp`, `jti`) and the key; then sign a new one. If the signature was right, `claim` names what is wrong.',
  retry: 'never',
})

export const assertionClockSkew = errorEntry({
  code: 'assertion_clock_skew',
  status: 401,
  meaning: "A time in the assertion doesn't match our clock: `claim` names it, and `server_time` is our time.",
  recovery: 'Fix your clock, then sign a new assertion. We allow a difference of 10 seconds.',
  retry: 'never',
})

export const assertionJtiReused = errorEntry({
  code: 'assertion_jti_reused',
  status: 409,
  meaning: 'The agent already sent an assertion with this `jti`; each works once.',
  recovery:
    "Sign a new assertion with a new `jti`. If you didn't send the first one, somebody else has your key: revoke it.",
  retry: 'never',
})

export const credentialRevoked = errorEntry({
  code: 'credential_revoked',
  status: 403,
  meaning: "The assertion is valid, but its key or agent can't be used now: see `reason`.",
  recovery: "Ask the merchant; retrying won't help.",
  retry: 'never',
})
