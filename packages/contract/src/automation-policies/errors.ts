/** What can be said against a policy, its consent, and an agent that would act beyond it. */
import { errorEntry } from '../errors.ts'

export const hitlRequired = errorEntry({
  code: 'HC_NC_5_HITL_REQUIRED',
  status: 403,
  meaning:
    'No policy that the user has opted into lets the agent make this payment by itself: `triggered_thresholds` lists every threshold that does not hold, `rule` names what decided. Nothing was created, or nothing was claimed.',
  recovery:
    'On a create, send `next_action` as it is: the same payment as a human-initiated one, which waits for the wallet. On a claim, do not sign: the payment waits until it expires or its project cancels it and asks a person, under a new idempotency key.',
  retry: 'never',
})

export const policyIncomplete = errorEntry({
  code: 'policy_incomplete',
  status: 422,
  meaning: 'A policy needs all four thresholds before the user can opt in; `missing` and `issues` list those it lacks.',
  recovery:
    'Fill them with PATCH /v1/automation-policies/{policy_id}; each payee needs an active version in this asset.',
  retry: 'never',
})

export const policyState = errorEntry({
  code: 'policy_state',
  status: 409,
  meaning:
    'The policy does not stand where this is possible; `current_status` and `allowed` say where it stands and may go.',
  recovery: 'Read the policy. A withdrawn one stays so: make another.',
  retry: 'never',
})

export const consentOutdated = errorEntry({
  code: 'consent_outdated',
  status: 409,
  meaning:
    'The terms or the address of a payee are not those that the consent names; `policy_digest` is that of the terms now.',
  recovery: 'Read the policy again, show it to the user, and send its `policy_digest`.',
  retry: 'never',
})

export const consentSignatureInvalid = errorEntry({
  code: 'consent_signature_invalid',
  status: 422,
  meaning:
    'A device with a decision key signs its consent, and this is not its signature; one without a key cannot sign.',
  recovery: 'Sign `svc.policy_consent.v1`, a line feed and `policy_digest` with the key of the device, in base64url.',
  retry: 'never',
})

export const tooManyPolicies = errorEntry({
  code: 'too_many_policies',
  status: 409,
  meaning: 'The connection has 20 policies that are not withdrawn.',
  recovery: 'Withdraw one, or change one that is there.',
  retry: 'never',
})
