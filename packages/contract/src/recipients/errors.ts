/** What can be said against a recipient, its facts, its proof or its activation. */
import { errorEntry } from '../errors.ts'

export const paymentFactsInvalid = errorEntry({
  code: 'payment_facts_invalid',
  status: 422,
  meaning: "Network, asset, address and memo don't match; `issues` lists each problem.",
  recovery: 'Fix everything that `issues` lists.',
  retry: 'never',
})

export const networkNotEnabled = errorEntry({
  code: 'network_not_enabled',
  status: 422,
  meaning: "This deployment doesn't support that network.",
  recovery: 'Use a supported network; public testnet deployments support `stellar_testnet`.',
  retry: 'never',
  field: 'network',
})

export const recipientNameLookAlike = errorEntry({
  code: 'recipient_name_look_alike',
  status: 422,
  meaning: 'The name mixes scripts, or looks like another of your payees.',
  recovery: "Choose a name that's easy to tell apart. For a new address, add a version instead.",
  retry: 'never',
})

export const recipientProofFailed = errorEntry({
  code: 'recipient_proof_failed',
  status: 422,
  meaning: "The domain doesn't list this payee; `seen` shows what we found in each place. Nothing changed.",
  recovery: 'List the payee in one of the places that the API reference names, and verify again.',
  retry: 'safe',
})

export const domainNotVerified = errorEntry({
  code: 'domain_not_verified',
  status: 409,
  meaning: "The domain isn't verified.",
  recovery: 'Verify it with POST /v1/merchant-domains/{domain_id}/verify.',
  retry: 'never',
})

export const recipientVersionState = errorEntry({
  code: 'recipient_version_state',
  status: 409,
  meaning: "This isn't possible while the version is `status`.",
  recovery:
    'Verify a draft, activate a verified version, approve one that awaits approval, hold a cooling one, recall one that has been active, or replace a retired one with a new version.',
  retry: 'never',
})

export const evidenceMismatch = errorEntry({
  code: 'evidence_mismatch',
  status: 409,
  meaning: 'The evidence belongs to another version, or its digest differs.',
  recovery: 'Send `evidence_id` and `evidence_digest` from the verify response.',
  retry: 'never',
})

export const recipientRetired = errorEntry({
  code: 'recipient_retired',
  status: 409,
  meaning: "The payee is retired. That can't be undone.",
  recovery: 'Create another payee with POST /v1/recipients, under another name.',
  retry: 'never',
})

export const recipientListed = errorEntry({
  code: 'recipient_listed',
  status: 409,
  tier: 'agent_tools',
  meaning: "An agent found this payee on its domain, so its name and address can't be changed here.",
  recovery: 'Retire it if nobody is to pay it. Create a payee of your own for your own addresses.',
  retry: 'never',
})

export const payeeNotListed = errorEntry({
  code: 'payee_not_listed',
  status: 422,
  meaning: "The domain doesn't list this payee; `seen` shows what we found in each place.",
  recovery:
    'Pay nothing to this address. The seller can list it in `/.well-known/svc-recipients.json` of that domain, with exactly these facts.',
  retry: 'safe',
})

export const secondPersonRequired = errorEntry({
  code: 'second_person_required',
  status: 403,
  meaning: 'You asked for this change, so somebody else must approve it.',
  recovery: 'Ask another owner or admin to approve it.',
  retry: 'never',
})

export const approverTooNew = errorEntry({
  code: 'approver_too_new',
  status: 403,
  meaning: 'You became an owner or admin too recently to approve this; `from` says when you can.',
  recovery: 'Wait until `from`, or ask another owner or admin.',
  retry: 'never',
})

export const approvalLapsed = errorEntry({
  code: 'approval_lapsed',
  status: 409,
  meaning:
    'It waited for more than seven days, who asked is no owner or admin anymore, or one person is enough by now.',
  recovery: "Activate the version again. If it's cooling, hold it and add a new version.",
  retry: 'never',
})
