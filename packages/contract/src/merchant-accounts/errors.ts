/** What can be refused about merchant accounts, and what to do next. */
import { errorEntry } from '../errors.ts'

export const signInLinkSpent = errorEntry({
  code: 'sign_in_link_spent',
  status: 410,
  meaning: 'This sign-in link has been used, has expired or was never issued.',
  recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const signInCodeRequired = errorEntry({
  code: 'sign_in_code_required',
  status: 403,
  meaning: 'This link was asked for in another browser or program, and the code is missing or wrong.',
  recovery:
    'Send `code` as it was shown where the link was asked for, or open the link there. Five wrong codes use the link up.',
  retry: 'never',
})
