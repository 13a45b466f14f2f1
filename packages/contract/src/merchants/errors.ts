/** What can be refused about merchants, and what to do next. */
import { errorEntry } from '../errors.ts'

export const grantSpent = errorEntry({
  code: 'grant_spent',
  status: 410,
  meaning: 'This grant has been used, has expired or was never issued.',
  recovery: 'Ask for a new sign-in link with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const nameMisleading = errorEntry({
  code: 'name_misleading',
  status: 422,
  meaning:
    'The name could mislead whoever pays: it mixes letters of several scripts, names an internet address, or claims to be verified or official. `issues` says which.',
  recovery:
    'Choose a plain name in one script. The domain that you have proven is always shown beside it, by the service itself.',
  retry: 'never',
})

export const merchantNotActive = errorEntry({
  code: 'merchant_not_active',
  status: 403,
  meaning: 'Only an active merchant can do this.',
  recovery: 'Prove a domain: POST /v1/merchant-domains, then verify.',
  retry: 'never',
})
