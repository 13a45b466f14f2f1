/** What can be said against a payment request, before and after it exists. */
import { errorEntry } from '../errors.ts'

export const idempotencyKeyRequired = errorEntry({
  code: 'idempotency_key_required',
  status: 400,
  meaning: 'The call carries no idempotency key.',
  recovery: 'Send X-Idempotency-Key (or `idempotency_key` in the body) with a key that stays the same over retries.',
  retry: 'never',
  field: 'idempotency_key',
})

export const idempotencyKeyMismatch = errorEntry({
  code: 'IDEMPOTENCY_KEY_MISMATCH',
  status: 400,
  meaning: 'The idempotency keys in headers and body differ.',
  recovery: 'Send one key, or the same one everywhere.',
  retry: 'never',
  field: 'idempotency_key',
})

export const idempotencyKeyReused = errorEntry({
  code: 'idempotency_key_reused',
  status: 422,
  meaning: 'This idempotency key was used before, for another intent. Nothing was created.',
  recovery: 'Use a new key for a new intent; a retry repeats its body exactly.',
  retry: 'never',
})

export const recipientVersionNotActive = errorEntry({
  code: 'recipient_version_not_active',
  status: 409,
  meaning: "The version is not the recipient's active one now; `active_version_id` is, or null where none serves.",
  recovery:
    'Look at the active version (connections.list_recipients), show it to whoever decides, and ask again with it.',
  retry: 'never',
  field: 'recipient_version_id',
})

export const requestIdTaken = errorEntry({
  code: 'request_id_taken',
  status: 409,
  meaning: 'Another request of this connection has that `request_id`.',
  recovery: 'Choose another, or leave it out.',
  retry: 'never',
  field: 'request_id',
})

export const tooManyPending = errorEntry({
  code: 'too_many_pending',
  status: 429,
  meaning: 'Too many requests of this connection wait for the wallet already.',
  recovery: 'Wait until the user has answered some; asking more often wears people down.',
  retry: 'later',
})

export const tooManyPendingInWallet = errorEntry({
  code: 'too_many_pending_in_wallet',
  status: 429,
  meaning: 'Too many requests, from all connections together, wait in this wallet already.',
  recovery: 'Wait for the seconds in Retry-After and ask again with the same idempotency key.',
  retry: 'later',
})

export const tooManyCreates = errorEntry({
  code: 'too_many_creates',
  status: 429,
  meaning: 'This connection has created as many requests as it may within a minute.',
  recovery: 'Wait for the seconds in Retry-After and ask again with the same idempotency key.',
  retry: 'later',
})

export const amountInvalid = errorEntry({
  code: 'amount_invalid',
  status: 422,
  meaning: 'The amount is not one that this asset can be paid in.',
  recovery: 'Send an exact decimal string with at most the decimals of the asset.',
  retry: 'never',
})

export const overrideForbidden = errorEntry({
  code: 'override_forbidden',
  status: 422,
  meaning: '`display`, `metadata` or a context names a payment fact; `issues` lists every place.',
  recovery: 'Remove those keys: payment facts come from the pinned recipient version alone.',
  retry: 'never',
})

export const expiryOutOfRange = errorEntry({
  code: 'expiry_out_of_range',
  status: 422,
  meaning: '`expires_at` is not between one minute and seven days ahead.',
  recovery: 'Send a time in that range, or leave it out for 30 minutes.',
  retry: 'never',
  field: 'expires_at',
})

export const invalidTransition = errorEntry({
  code: 'invalid_transition',
  status: 409,
  meaning: 'The request cannot move to that status; `current_status` and `allowed` say where it stands and may go.',
  recovery: 'Read the request, and report only what follows from its status.',
  retry: 'never',
})

export const transactionHashRequired = errorEntry({
  code: 'transaction_hash_required',
  status: 422,
  meaning: 'From `broadcasted` on, or `submitted` for an agent payment, a report names its transaction.',
  recovery: 'Send `transaction_hash`.',
  retry: 'never',
  field: 'transaction_hash',
})

export const transactionHashFixed = errorEntry({
  code: 'transaction_hash_fixed',
  status: 409,
  meaning: 'The request already names another transaction.',
  recovery: 'Report on the transaction that was named first; a second payment is another request.',
  retry: 'never',
})

export const requestIdAmbiguous = errorEntry({
  code: 'request_id_ambiguous',
  status: 409,
  meaning: 'Two connections use that `request_id`.',
  recovery: 'Add `connection_id`.',
  retry: 'never',
})

export const recipientSuspended = errorEntry({
  code: 'recipient_suspended',
  status: 409,
  meaning:
    'The service does not vouch for the payee now: its domain is not proven, or it was recalled. Nobody is to sign. A transaction that the report names is kept as evidence.',
  recovery: 'Do not pay. Read the request again later: `payee.verified` says when the payee is back.',
  retry: 'later',
})
