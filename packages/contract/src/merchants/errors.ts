/** What can be refused about merchants, and what to do next. */
import { errorEntry } from '../errors.ts'

export const grantSpent = errorEntry({
  code: 'grant_spent',
  status: 410,
  meaning: "This grant was used, has expired or isn't valid.",
  recovery: 'Ask for a new sign-in link with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const nameMisleading = errorEntry({
  code: 'name_misleading',
  status: 422,
  meaning:
    'The name could mislead payers: it mixes scripts, contains an internet address, or claims to be verified or official. See `issues`.',
  recovery: 'Choose a plain name in one script. We always show your verified domain next to it.',
  retry: 'never',
})

export const merchantNotActive = errorEntry({
  code: 'merchant_not_active',
  status: 403,
  meaning: 'Only an active merchant can do this.',
  recovery: 'Verify a domain first: POST /v1/merchant-domains.',
  retry: 'never',
})
