/** What can be said against a recipient, its facts, its proof or its activation. */
import { errorEntry } from '../errors.ts'

export const paymentFactsInvalid = errorEntry({
  code: 'payment_facts_invalid',
  status: 422,
  meaning: 'Network, asset, address or memo do not fit together; `issues` says which and why.',
  recovery: 'Correct every entry of `issues`.',
  retry: 'never',
})

export const networkNotEnabled = errorEntry({
  code: 'network_not_enabled',
  status: 422,
  meaning: 'This deployment does not serve that network.',
  recovery: 'Use an enabled network; public testnet deployments serve `stellar_testnet`.',
  retry: 'never',
  field: 'network',
})

export const recipientNameLookAlike = errorEntry({
  code: 'recipient_name_look_alike',
  status: 422,
  meaning: 'The name could be mistaken: it mixes scripts, or looks like another of your recipients.',
  recovery: 'Choose a name that nobody can confuse with another; for a new address add a version instead.',
  retry: 'never',
})

export const recipientProofFailed = errorEntry({
  code: 'recipient_proof_failed',
  status: 422,
  meaning: 'The domain does not vouch for this payee; `seen` says what each place held. Nothing has changed.',
  recovery: 'List the payee in one of the places that the API reference names, and verify again.',
  retry: 'safe',
})

export const domainNotVerified = errorEntry({
  code: 'domain_not_verified',
  status: 409,
  meaning: 'The domain that is to vouch is not verified now.',
  recovery: 'Verify it with POST /v1/merchant-domains/{domain_id}/verify.',
  retry: 'never',
})

export const recipientVersionState = errorEntry({
  code: 'recipient_version_state',
  status: 409,
  meaning: 'The version is not in a state that allows this; `status` says which it is in.',
  recovery:
    'A draft is verified, a verified one activated, a cooling one held, one that has served recalled; a retired one is replaced by a new version.',
  retry: 'never',
})

export const evidenceMismatch = errorEntry({
  code: 'evidence_mismatch',
  status: 409,
  meaning: 'The evidence is not that of this version, or its digest is another.',
  recovery: 'Send `evidence_id` and `evidence_digest` from the answer to verify.',
  retry: 'never',
})

export const recipientRetired = errorEntry({
  code: 'recipient_retired',
  status: 409,
  meaning: 'The payee is retired, which is final.',
  recovery: 'Create another recipient with POST /v1/recipients, under another name.',
  retry: 'never',
})
