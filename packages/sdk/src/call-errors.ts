/** What can go wrong with a call before the service has answered it. */
export class PursestringsError extends Error {
  override readonly name: string = 'PursestringsError'
}

/** No answer came: the service was not reached, or the connection broke. */
export class NetworkError extends PursestringsError {
  override readonly name = 'NetworkError'
}

/** No answer came in time. */
export class TimeoutError extends PursestringsError {
  override readonly name = 'TimeoutError'
}

/**
 * The answer to a create was lost: it may have been done or not. Unknown is not failed. Make the same call with the same
 * idempotency key; it answers with what there is, and does nothing twice.
 */
export class OutcomeUnknownError extends PursestringsError {
  override readonly name = 'OutcomeUnknownError'
  readonly idempotency_key: string

  constructor(operation: string, idempotency_key: string, cause: unknown) {
    super(
      `It is not known whether ${operation} was done: its answer was lost. Make the same call with the same idempotency key (${idempotency_key}); a new key could do it twice.`,
      { cause },
    )
    this.idempotency_key = idempotency_key
  }
}
