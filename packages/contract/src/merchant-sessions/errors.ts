/** What can be refused about merchant sessions, and what to do next. */
import { errorEntry } from '../errors.ts'

export const merchantChoiceRequired = errorEntry({
  code: 'merchant_choice_required',
  status: 422,
  meaning: "Choose an organization: this grant can open several or none, and `choice` doesn't name one.",
  recovery:
    'Send a `choice` from the response that contained the grant, or create an organization with POST /v1/merchants.',
  retry: 'never',
})

export const stepUpCodeRefused = errorEntry({
  code: 'step_up_code_refused',
  status: 403,
  meaning: 'The code is wrong, used, expired or for another session; or you have a passkey and must use that.',
  recovery:
    'Ask for a new code with POST /v1/merchant-sessions/{session_id}/step-up-codes. A code stops working after five wrong tries.',
  retry: 'never',
})
