import type { MerchantDomain } from '@pursestrings/sdk'

/** A proof that is missing, but has not lapsed yet, deserves a look. */
export const domainLook = ({ status, failing_since }: MerchantDomain) =>
  status === 'verified' && failing_since !== null ? 'failing' : status
