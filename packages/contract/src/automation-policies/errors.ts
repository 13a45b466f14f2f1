/** What can be said against a policy, its consent, and an agent that would act beyond it. */
import { errorEntry } from '../errors.ts'

export const hitlRequired = errorEntry({
  code: 'HC_NC_5_HITL_REQUIRED',
  status: 403,
  meaning:
    'The agent may not make this payment without asking the user. `triggered_thresholds` lists every limit it exceeds, and `rule` the one that decided. Nothing was created or claimed.',
  recovery:
    "On a create, send `next_action` unchanged: it makes the same payment wait for the user. On a claim, don't sign. The payment stays pending until it expires, or until its project cancels it and creates one for the user to approve, with a new idempotency key.",
  retry: 'never',
})

export const policyIncomplete = errorEntry({
  code: 'policy_incomplete',
  status: 422,
  meaning: 'A policy needs all four limits before the user can opt in; `missing` and `issues` list what it lacks.',
  recovery:
    'Set them with PATCH /v1/automation-policies/{policy_id}. Each payee needs an active version in this asset.',
  retry: 'never',
})

export const policyState = errorEntry({
  code: 'policy_state',
  status: 409,
  meaning: "This isn't possible while the policy is `current_status`; `allowed` lists where it can go.",
  recovery: "Read the policy. A withdrawn policy can't come back; create another.",
  retry: 'never',
})

export const consentOutdated = errorEntry({
  code: 'consent_outdated',
  status: 409,
  meaning: "The terms or a payee's address changed after the user saw them; `policy_digest` is the current digest.",
  recovery: 'Read the policy again, show it to the user, and send its `policy_digest`.',
  retry: 'never',
})

export const consentSignatureInvalid = errorEntry({
  code: 'consent_signature_invalid',
  tier: 'devices',
  status: 422,
  meaning: "The consent isn't signed with this device's key, or the device has no key and sent a signature.",
  recovery:
    "Sign `svc.policy_consent.v1`, a line feed and `policy_digest` with the device's key, and send the signature as base64url.",
  retry: 'never',
})

export const tooManyPolicies = errorEntry({
  code: 'too_many_policies',
  status: 409,
  meaning: 'The connection already has 20 policies, the maximum.',
  recovery: 'Withdraw or change one of them.',
  retry: 'never',
})
