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
