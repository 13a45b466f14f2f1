/** What can be refused about agent sign-in, and what to do next. */
import { errorEntry } from '../errors.ts'

export const assertionInvalid = errorEntry({
  code: 'assertion_invalid',
  status: 401,
  meaning: 'This is no assertion of a registered agent for this service.',
  recovery:
    'Check the header (`alg`, `kid`, `typ`), the claims (`iss`, `sub`, `aud`, `iat`, `exp`, `jti`) and the key; then sign a new one.',
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
