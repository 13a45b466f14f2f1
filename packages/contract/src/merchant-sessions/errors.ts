/** What can be refused about merchant sessions, and what to do next. */
import { errorEntry } from '../errors.ts'

export const merchantChoiceRequired = errorEntry({
  code: 'merchant_choice_required',
  status: 422,
  meaning: 'The grant opens more than one organization, or none, and `choice` names none of them.',
  recovery: 'Send a `choice` from the same answer as the grant, or create an organization with POST /v1/merchants.',
  retry: 'never',
})
