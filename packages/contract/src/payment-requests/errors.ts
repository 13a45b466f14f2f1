/** What can be said against a payment request, before and after it exists. */
import { errorEntry } from '../errors.ts'

export const idempotencyKeyRequired = errorEntry({
  code: 'idempotency_key_required',
  status: 400,
  meaning: 'The call has no idempotency key.',
  recovery: 'Send X-Idempotency-Key (or `idempotency_key` in the body) with a key that you reuse when you retry.',
  retry: 'never',
  field: 'idempotency_key',
})

export const idempotencyKeyMismatch = errorEntry({
  code: 'IDEMPOTENCY_KEY_MISMATCH',
  status: 400,
  meaning: 'The idempotency keys in the headers and the body differ.',
  recovery: 'Send one key, or the same one everywhere.',
  retry: 'never',
  field: 'idempotency_key',
})

export const idempotencyKeyReused = errorEntry({
  code: 'idempotency_key_reused',
  status: 422,
  meaning: 'You used this idempotency key for a different payment. Nothing was created.',
  recovery: 'Use a new key for a new payment. When you retry, send exactly the same body.',
  retry: 'never',
})

export const recipientVersionNotActive = errorEntry({
  code: 'recipient_version_not_active',
  status: 409,
  meaning: "This isn't the payee's active version. `active_version_id` is, or null if none is active.",
  recovery:
    'Read the active version (connections.list_recipients), show it to the person who decides, and request the payment with that one.',
  retry: 'never',
  field: 'recipient_version_id',
})

export const payeeListingStale = errorEntry({
  code: 'payee_listing_stale',
  status: 409,
  tier: 'agent_tools',
  meaning: "Nobody has seen for a day that the payee's domain lists it.",
  recovery: 'Call POST /v1/payees/resolve with the same facts, then send this again with the same idempotency key.',
  retry: 'safe',
  field: 'recipient_version_id',
})

export const payeeNotResolved = errorEntry({
  code: 'payee_not_resolved',
  tier: 'agent_tools',
  status: 404,
  meaning: "This agent is its user's own: no organization gives it payees, and this one was not found for it.",
  recovery:
    'Find it on its own domain first, with POST /v1/payees/resolve, and request the payment with what that answers.',
  retry: 'never',
  field: 'recipient_id',
})

export const requestIdTaken = errorEntry({
  code: 'request_id_taken',
  status: 409,
  meaning: 'This connection already has a request with that `request_id`.',
  recovery: 'Choose another `request_id`, or leave it out.',
  retry: 'never',
  field: 'request_id',
})

export const tooManyPending = errorEntry({
  code: 'too_many_pending',
  status: 429,
  meaning: 'This connection has too many pending requests.',
  recovery: 'Wait until the user has answered some of them.',
  retry: 'later',
})

export const tooManyPendingInWallet = errorEntry({
  code: 'too_many_pending_in_wallet',
  status: 429,
  meaning: 'This wallet has too many pending requests, over all its connections.',
  recovery: 'Wait for the number of seconds in Retry-After, then send it again with the same idempotency key.',
  retry: 'later',
})

export const tooManyCreates = errorEntry({
  code: 'too_many_creates',
  status: 429,
  meaning: 'This connection created too many requests within a minute.',
  recovery: 'Wait for the number of seconds in Retry-After, then send it again with the same idempotency key.',
  retry: 'later',
})

export const amountInvalid = errorEntry({
  code: 'amount_invalid',
  status: 422,
  meaning: 'Invalid amount for this asset.',
  recovery: 'Send a decimal string with no more decimals than the asset has.',
  retry: 'never',
})

export const overrideForbidden = errorEntry({
  code: 'override_forbidden',
  status: 422,
  meaning: 'The call names a payment fact, such as an address, an asset or a memo; `issues` lists each one.',
  recovery: "Remove those fields. Payment facts come only from the payee's version.",
  retry: 'never',
})

export const expiryOutOfRange = errorEntry({
  code: 'expiry_out_of_range',
  status: 422,
  meaning: '`expires_at` must be between one minute and seven days from now.',
  recovery: 'Send a time in that range, or leave it out for 30 minutes.',
  retry: 'never',
  field: 'expires_at',
})

export const invalidTransition = errorEntry({
  code: 'invalid_transition',
  status: 409,
  meaning: "The request can't move from `current_status` to that status; `allowed` lists where it can go.",
  recovery: 'Read the request, and report only a status that can follow.',
  retry: 'never',
})

export const transactionHashRequired = errorEntry({
  code: 'transaction_hash_required',
  status: 422,
  meaning: 'A report needs a transaction hash from `broadcasted` on, or from `submitted` on for an agent payment.',
  recovery: 'Send `transaction_hash`.',
  retry: 'never',
  field: 'transaction_hash',
})

export const transactionHashFixed = errorEntry({
  code: 'transaction_hash_fixed',
  status: 409,
  meaning: 'The request already has another transaction hash.',
  recovery: 'Report on the first transaction. A second payment needs its own request.',
  retry: 'never',
})

export const transactionMismatch = errorEntry({
  code: 'transaction_mismatch',
  status: 422,
  meaning:
    "The unsigned transaction doesn't match this request; `issues` lists every difference. Nothing was recorded.",
  recovery:
    "Don't sign it. Build the transaction from the signed facts: the same payee, asset, amount and memo, one operation, valid until `expires_at` in whole seconds.",
  retry: 'never',
})

export const requestIdAmbiguous = errorEntry({
  code: 'request_id_ambiguous',
  status: 409,
  meaning: 'Two of your connections use that `request_id`.',
  recovery: 'Add `connection_id`.',
  retry: 'never',
})

export const recipientSuspended = errorEntry({
  code: 'recipient_suspended',
  tier: 'payee_safety',
  status: 409,
  meaning:
    "The payee is suspended: its domain isn't verified, or the merchant recalled it. Don't sign. If a report names a transaction, we keep that as evidence.",
  recovery: "Don't pay. Read the request again later: `payee.verified` is true once the payee is back.",
  retry: 'later',
})

export const payerProofInvalid = errorEntry({
  code: 'payer_proof_invalid',
  tier: 'evidence',
  status: 422,
  meaning:
    "`payer_proof` doesn't hold for this payment: it names no transaction or operation, an account or key has the wrong form, or the signature isn't over this network, transaction, operation and `facts_digest`.",
  recovery:
    'Sign exactly the text that the documentation shows, with a key that signed the transaction, and send the proof again.',
  retry: 'never',
  field: 'payer_proof',
})

export const tooManyPayerProofs = errorEntry({
  code: 'too_many_payer_proofs',
  status: 409,
  meaning: 'This payment has sixteen payer proofs already.',
  recovery:
    'Send one proof for the transaction that paid. If it is not among those sent, ask the merchant to accept the payment.',
  retry: 'never',
})

export const noLedgerMatch = errorEntry({
  code: 'no_ledger_match',
  status: 409,
  meaning:
    'There is nothing to accept: the request has no `settlement.ledger_match` with that transaction, or that payment was found to be for another request.',
  recovery: 'Read the request again, and accept only the transaction that `ledger_match` shows.',
  retry: 'never',
})
