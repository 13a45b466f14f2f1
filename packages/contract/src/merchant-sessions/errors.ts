/** What can be refused about merchant sessions, and what to do next. */
import { errorEntry } from '../errors.ts'

export const merchantChoiceRequired = errorEntry({
  code: 'merchant_choice_required',
  status: 422,
  meaning: 'The grant opens more than one organization, or none, and `choice` names none of them.',
  recovery: 'Send a `choice` from the same answer as the grant, or create an organization with POST /v1/merchants.',
  retry: 'never',
})

export const stepUpCodeRefused = errorEntry({
  code: 'step_up_code_refused',
  status: 403,
  meaning:
    'The code is wrong, was used, has expired or is for another session; or you have a passkey, which then is what confirms.',
  recovery:
    'Ask for a new code with POST /v1/merchant-sessions/{session_id}/step-up-codes. Five wrong ones end a code.',
  retry: 'never',
})
