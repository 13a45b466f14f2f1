/** What can be refused about merchant accounts, and what to do next. */
import { errorEntry } from '../errors.ts'

export const signInLinkSpent = errorEntry({
  code: 'sign_in_link_spent',
  status: 410,
  meaning: "This sign-in link was used, has expired or isn't valid.",
  recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const signInCodeRequired = errorEntry({
  code: 'sign_in_code_required',
  status: 403,
  meaning: 'You requested this link in another browser or program, and the code is missing or wrong.',
  recovery:
    'Send the `code` shown where you requested the link, or open the link there. After five wrong codes the link stops working.',
  retry: 'never',
})
