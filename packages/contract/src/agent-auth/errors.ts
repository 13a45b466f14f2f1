/** What can be refused about agent sign-in, and what to do next. */
import { errorEntry } from '../errors.ts'

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
