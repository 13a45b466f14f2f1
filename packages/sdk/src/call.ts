/** One call that is under way: awaited it gives the answer, with `withResponse()` the HTTP response beside it. */
export interface CallOptions {
  /** Ends the call, and the waiting between tries. */
  readonly signal?: AbortSignal | undefined
  /** Per try. */
  readonly timeout_ms?: number | undefined
  /** How often a lost or refused try may be repeated, where that is safe. */
  readonly retries?: number | undefined
  /** Sent as X-Request-Id: 1 to 160 letters, digits, `.`, `_` or `-`. */
  readonly request_id?: string | undefined
}

export interface KeyedCallOptions extends CallOptions {
  /** The same key with the same input never does a thing twice. Made for this call alone where it is left out. */
  readonly idempotency_key?: string | undefined
}

export interface Answered<T> {
  readonly data: T
  /** Its body has been read. */
  readonly response: Response
  /** What the service calls this call in its logs. */
  readonly request_id: string | undefined
}

export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answered<T>>
}

export const callOf = <T>(answered: Promise<Answered<T>>): Call<T> => {
  const data = answered.then((answer) => answer.data)
  return Object.assign(data, {
    withResponse: () => {
      // Who takes the response hears of a failure there; the other promise is not theirs to catch.
      data.catch(() => {})
      return answered
    },
  })
}

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
