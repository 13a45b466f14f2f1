/**
 * Waits for the end of a payment request, and says no more than is known: what has not ended in time is `unknown`, never
 * `failed`, since a wallet may have signed or sent it already. Only `failed`, as the wallet reported it, is failed.
 */

import { latestCursor, resetIn, unhurried } from './follow-events.ts'
import type { AgentOperations } from './generated/clients.ts'
import { isTerminal } from './generated/payment-status.ts'
import type { PaymentRequest } from './generated/records.ts'
import { EVENTS_WAIT_MAX_S } from './generated/wire-names.ts'
import { pause } from './pause.ts'
import { pauseAfter } from './retry-rule.ts'

export type Outcome =
  /** What the ledger says; only where it was waited for. */
  | { readonly outcome: 'paid' | 'disputed' | 'unpaid'; readonly request: PaymentRequest }
  | { readonly outcome: 'confirmed' | 'rejected' | 'failed' | 'expired'; readonly request: PaymentRequest }
  /** With the request as it was last read; undefined where the service could not be asked at all. */
  | { readonly outcome: 'unknown'; readonly request: PaymentRequest | undefined }

export interface WaitOptions {
  /**
   * `ledger`: a wallet's `confirmed` is not the end; the ledger must show the payment, contradict it, or be read to the end of
   * the window without it. Needs a service that looks at the ledger; elsewhere the wait ends as `unknown`.
   */
  readonly until?: 'terminal' | 'ledger'
  /** Five minutes by default. */
  readonly timeout_ms?: number
  readonly signal?: AbortSignal
}

type Input = Pick<AgentOperations, 'events' | 'paymentRequests'>
const TIMEOUT_MS = 300_000
/** Below this a long poll is not worth its while. */
const LAST_MS = 1_000
const CALL_MS_MAX = 30_000
/** What a call may take beyond the time that is left. */
const GRACE_MS = 2_000

export const waitForTerminal = async (
  { events, paymentRequests }: Input,
  request_id: string,
  { timeout_ms = TIMEOUT_MS, signal, until = 'terminal' }: WaitOptions = {},
): Promise<Outcome> => {
  const end = performance.now() + timeout_ms
  const left = () => Math.max(0, end - performance.now())
  const each = () => ({ signal, retries: 0, timeout_ms: Math.min(CALL_MS_MAX, left() + GRACE_MS) })
  let request: PaymentRequest | undefined
  let since: number | undefined
  for (let failures = 0; ; ) {
    const last = left() === 0
    try {
      // Before the read: what happens between the two is then still to come in the feed.
      since ??= await latestCursor(events.list, each())
      request = (await paymentRequests.read(request_id, {}, each())).payment_request
      failures = 0
      const outcome = until === 'ledger' ? endByLedger(request) : endByWallet(request)
      if (outcome !== undefined) return { outcome, request }
      if (last) return { outcome: 'unknown', request }
      since = await nextSince(events, { request_id, since, left, each })
      if (left() < LAST_MS) await pause(left(), signal)
    } catch (failure) {
      signal?.throwIfAborted()
      // Restored from a backup: the request itself tells how it stands now.
      if (since !== undefined && resetIn(failure, since)) {
        since = undefined
        continue
      }
      const pause_ms = pauseAfter(failure, failures++)
      if (pause_ms === undefined) throw failure
      if (last) return { outcome: 'unknown', request }
      await pause(Math.min(pause_ms, left()), signal)
    }
  }
}

type End = Exclude<Outcome['outcome'], 'unknown'>

const endByWallet = ({ status }: PaymentRequest): End | undefined =>
  isTerminal(status) ? (status as Extract<End, PaymentRequest['status']>) : undefined

const BY_LEDGER: Readonly<Record<string, End>> = {
  chain_observed: 'paid',
  disputed: 'disputed',
  proven_unpaid: 'unpaid',
}

/** Whoever rejected or failed a request has not paid it; that need not be waited for. */
const endByLedger = (request: PaymentRequest): End | undefined =>
  BY_LEDGER[request.settlement.assurance] ?? (request.status === 'confirmed' ? undefined : endByWallet(request))

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
    const page = await unhurried(events.list, { since: seen, wait }, each())
    seen = page.next_since
    if (page.events.some((event) => event.request_id === request_id)) break
  }
  return seen
}
