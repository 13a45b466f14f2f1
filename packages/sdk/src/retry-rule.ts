/** Decides whether a try is repeated, and after how long. */
import { ApiError } from './api-error.ts'
import { NetworkError, TimeoutError } from './call.ts'

const FIRST_PAUSE_MS = 500
const PAUSE_MS_MAX = 8_000
const JITTER = 0.25
/** Who is told to wait longer than this is better told so than kept waiting. */
const RETRY_AFTER_S_MAX = 60

/** Half a second, doubling to eight, minus up to a quarter: clients that failed together do not come back together. */
export const pauseBefore = (retry: number, random = Math.random()): number =>
  Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** retry) * (1 - JITTER * random)

/** Milliseconds to wait before the next try; undefined where there is none. */
export const pauseAfter = (failure: unknown, retry: number, should_retry: string | null = null): number | undefined => {
  if (failure instanceof NetworkError || failure instanceof TimeoutError) return pauseBefore(retry)
  if (!(failure instanceof ApiError)) return undefined
  if (should_retry === 'false' || (should_retry !== 'true' && !passing(failure))) return undefined
  const { retry_after_s } = failure
  if (retry_after_s === undefined) return pauseBefore(retry)
  return retry_after_s > RETRY_AFTER_S_MAX ? undefined : retry_after_s * 1000
}

/** The user has to answer requests first: to ask again soon only wears people down. */
const WAITS_FOR_PEOPLE = 'too_many_pending'

const passing = ({ status, code }: ApiError): boolean =>
  (status === 408 || status === 429 || status >= 500) && code !== WAITS_FOR_PEOPLE

/** Refusals of a service that cannot answer which say that it did nothing. */
const NOTHING_CHANGED: ReadonlySet<string> = new Set(['service_unavailable', 'overloaded'])

/** Whether the service may have done what it was asked, although no answer said so. */
export const leavesUnknown = (failure: unknown): boolean =>
  failure instanceof NetworkError ||
  failure instanceof TimeoutError ||
  (failure instanceof ApiError && failure.status >= 500 && !NOTHING_CHANGED.has(failure.code))

/** Waits, or ends with the signal's reason. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const done = () => {
      signal?.removeEventListener('abort', ended)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const ended = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', ended, { once: true })
  })
