/**
 * Waits until the ledger has spoken of a payment request, and says no more than is known: what has not ended in time is
 * `still_waiting`, never `failed`, since a wallet may have signed or sent it already.
 */

import type { CallOptions } from './call.ts'
import { isLostCursor, latestCursor, unhurried } from './follow-events.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { PaymentRequest } from './generated/records.ts'
import { EVENTS_WAIT_MAX_S } from './generated/wire-names.ts'
import { type Ended, outcomeOf } from './outcome-of.ts'
import { pause } from './pause.ts'
import { pauseAfter } from './retry-rule.ts'

/** Only `paid` is success. */
export type Outcome =
  | { readonly outcome: Ended; readonly request: PaymentRequest }
  /** With the request as it was last read; undefined where the service could not be asked at all. */
  | { readonly outcome: 'still_waiting'; readonly request: PaymentRequest | undefined }

export interface WaitOptions {
  /** The wallet's word is enough for you: the wait ends with it, as `reported` or `expired`, without the ledger. */
  readonly accept_reported?: boolean
  /** Five minutes by default. */
  readonly timeout_ms?: number
  readonly signal?: AbortSignal
}

type Input = Pick<AgentOperations, 'events' | 'paymentRequests' | 'service'>
const TIMEOUT_MS = 300_000
/** Below this a long poll is not worth its while. */
const LAST_MS = 1_000
const CALL_MS_MAX = 30_000
/** What a call may take beyond the time that is left. */
const GRACE_MS = 2_000

export const waitForPaid = async (
  operations: Input,
  request_id: string,
  { timeout_ms = TIMEOUT_MS, signal, accept_reported = false }: WaitOptions = {},
): Promise<Outcome> => {
  const { events, paymentRequests } = operations
  const end = performance.now() + timeout_ms
  const left = () => Math.max(0, end - performance.now())
  const each = () => ({ signal, retries: 0, timeout_ms: Math.min(CALL_MS_MAX, left() + GRACE_MS) })
  let request: PaymentRequest | undefined
  let since: number | undefined
  let observed = accept_reported ? false : undefined
  for (let failures = 0; ; ) {
    const last = left() === 0
    try {
      // Before the read: what happens between the two is then still to come in the feed.
      since ??= await latestCursor(events.list, each())
      request = (await paymentRequests.read(request_id, {}, each())).payment_request
      // Before the wallet's last word it makes no difference, and isn't asked.
      if (request.status === 'confirmed' || request.status === 'expired')
        observed ??= await isObserved(operations, request, each())
      failures = 0
      const outcome = outcomeOf(request, observed ?? true)
      if (outcome !== 'still_waiting') return { outcome, request }
      if (last) return { outcome, request }
      since = await nextSince(events, { request_id, since, left, each })
      if (left() < LAST_MS) await pause(left(), signal)
    } catch (failure) {
      signal?.throwIfAborted()
      // Restored from a backup, and perhaps not opened again yet: the request itself tells how it stands now.
      if (since !== undefined && isLostCursor(failure)) {
        since = undefined
        continue
      }
      const pause_ms = pauseAfter(failure, failures++)
      if (pause_ms === undefined) throw failure
      if (last) return { outcome: 'still_waiting', request }
      await pause(Math.min(pause_ms, left()), signal)
    }
  }
}

/** Whether the service looks for payments on the network of this request. */
const isObserved = async ({ service }: Input, { payment }: PaymentRequest, options: CallOptions): Promise<boolean> => {
  const { networks } = (await service.read(options)).service
  return networks.some(({ network, ledger }) => network === payment.network && ledger !== null)
}

interface Waiting {
  readonly request_id: string
  readonly since: number
  readonly left: () => number
  readonly each: () => { signal: AbortSignal | undefined; retries: number; timeout_ms: number }
}

/** Polls until the feed speaks of this request, or the time is nearly over; the cursor up to which it was read. */
const nextSince = async (events: Input['events'], { request_id, since, left, each }: Waiting): Promise<number> => {
  let seen = since
  while (left() >= LAST_MS) {
    const wait = Math.min(EVENTS_WAIT_MAX_S, Math.floor(left() / 1000))
    const page = await unhurried(
      (poll, call) => events.list({ changes: 'all', ...poll }, call),
      { since: seen, wait },
      each(),
    )
    seen = page.next_since
    if (page.events.some((event) => event.request_id === request_id)) break
  }
  return seen
}
