/**
 * Follows a feed by long polls: every event once, in order, across restarts, lost connections and 5xx. The
 * cursor of the last event seen is all that has to be kept to go on later.
 */
import { ApiError } from './api-error.ts'
import type { CallOptions } from './call.ts'
import { EVENTS_LIMIT_MAX, EVENTS_WAIT_MAX_S } from './generated/wire-names.ts'
import { pause, pauseAfter } from './retry-rule.ts'

export interface FollowOptions {
  /** The cursor of the last event seen; 0, the start, by default. */
  readonly since?: number
  /** Ends the following, quietly. */
  readonly signal?: AbortSignal
  /** Seconds that one poll may wait at the service. */
  readonly wait_s?: number
  /** Told when the service could not be asked, and after how long it is asked again. */
  readonly onInterruption?: (failure: unknown, pause_ms: number) => void
  /**
   * Told when the service was restored from a backup and lost events that you have seen: read what you keep about open requests
   * again. The following then goes on with what is new. Without this, it ends with the error `cursor_reset`.
   */
  readonly onReset?: (reset: FeedReset) => void | Promise<void>
}

/** Events after `resume_from`, up to `since`, are lost; what comes next has larger cursors. */
export interface FeedReset {
  /** The cursor of the last event seen. */
  readonly since: number
  /** The last event that the service still has. */
  readonly resume_from: number
  /** Grows with every restore. */
  readonly epoch: number
}

/** What the failure says of a restore; undefined where it is another one. */
export const resetIn = (failure: unknown, since: number): FeedReset | undefined =>
  failure instanceof ApiError && failure.code === 'cursor_reset'
    ? { since, resume_from: Number(failure.details.resume_from), epoch: Number(failure.details.epoch) }
    : undefined

/** The feed no longer has what was read. */
export const isLostCursor = (failure: unknown): boolean =>
  failure instanceof ApiError && ['cursor_reset', 'cursor_ahead'].includes(failure.code)

/** A short break, as of a restart, is not to be noticed: the first pauses are shorter than those of a call. */
const QUICK_TRIES = 2

const EMPTY_MS_MIN = 250

interface Placed {
  readonly cursor: number
}

interface Page<E> {
  readonly events: readonly E[]
  readonly next_since: number
}

type Poll = { readonly since?: number | 'latest'; readonly limit?: number; readonly wait?: number }
type List<E> = (poll?: Poll, options?: CallOptions) => PromiseLike<Page<E>>

/** What every feed offers besides its pages. */
export interface Followed<E> {
  /** Every event once, in order, for as long as it is iterated; keep `cursor` to go on later. */
  follow(options?: FollowOptions): AsyncGenerator<E, void>
  /** The cursor at the end of the feed. */
  latest(options?: CallOptions): Promise<number>
}

/** `E` is what this caller's feed holds, of all that the operation can answer with. */
export const followed = <E extends Placed>(list: List<Placed>): Followed<E> => ({
  follow: (options) => followEvents(list as List<E>, options),
  latest: (options) => latestCursor(list, options),
})

async function* followEvents<E extends Placed>(list: List<E>, options: FollowOptions = {}): AsyncGenerator<E, void> {
  const { signal, wait_s: wait = EVENTS_WAIT_MAX_S, onInterruption, onReset } = options
  let since = options.since ?? 0
  let failures = 0
  const ended = () => signal?.aborted === true
  while (!ended()) {
    try {
      const poll = { since, wait: Math.max(1, wait), limit: EVENTS_LIMIT_MAX }
      const { events, next_since } = await unhurried(list, poll, { signal, retries: 0 })
      failures = 0
      for (const event of events) {
        if (event.cursor <= since) continue
        since = event.cursor
        yield event
      }
      since = Math.max(since, next_since)
    } catch (failure) {
      if (ended()) return
      const reset = onReset && resetIn(failure, since)
      if (reset) {
        await onReset(reset)
        since = reset.resume_from
        continue
      }
      const pause_ms = pauseAfter(failure, failures++ - QUICK_TRIES)
      if (pause_ms === undefined) throw failure
      onInterruption?.(failure, pause_ms)
      await pause(pause_ms, signal).catch(() => {})
    }
  }
}

/** A poll may be answered early and empty, as by a service that is about to stop: then the next one waits a little. */
export const unhurried = async <E>(list: List<E>, ...input: Parameters<List<E>>): Promise<Page<E>> => {
  const began = performance.now()
  const page = await list(...input)
  if (page.events.length === 0) await pause(Math.max(0, began + EMPTY_MS_MIN - performance.now()), input[1]?.signal)
  return page
}

/** Where the feed ends now: the cursor to follow from when only what is new matters. */
export const latestCursor = async (list: List<Placed>, options?: CallOptions): Promise<number> =>
  (await list({ since: 'latest', limit: 1 }, options)).next_since
