/** What can be refused about merchant accounts, and what to do next. */
import { errorEntry } from '../errors.ts'

export const signInLinkSpent = errorEntry({
  code: 'sign_in_link_spent',
  status: 410,
  meaning: 'This sign-in link has been used, has expired or was never issued.',
  recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})
