/**
 * Waits until the ledger has spoken of a payment request, and says no more than is known: what has not ended in time is
 * `still_waiting`, never `failed`, since a wallet may have signed or sent it already.
 */
import type { CallOptions } from './call.ts'
import { isLostCursor, latestCursor, unhurried } from './follow-events.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { PaymentRequest } from './generated/records.ts'
import { EVENTS_WAIT_MAX_S } from './generated/wire-names.ts'
import { pause, pauseAfter } from './retry-rule.ts'

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

// What became of a payment request. "Paid" is the ledger's word alone; the wallet's `confirmed` is `reported` at most.

export type Ended =
  /** The ledger shows a payment that is bound to this request. */
  | 'paid'
  /** Every ledger of the request's time was read, and none has a payment that could be it. */
  | 'unpaid'
  | 'rejected'
  /** Nobody decided in time, and no ledger says more. */
  | 'expired'
  /** The agent took it back, or the merchant recalled the payee. */
  | 'canceled'
  /** The wallet reports that it failed. */
  | 'failed'
  /** The wallet and the ledger disagree. */
  | 'disputed'
  /** Somebody says that it is paid, and no ledger shows it: none is observed, or the payment isn't bound to this request. */
  | 'reported'

type Judged = Pick<PaymentRequest, 'status' | 'reason' | 'transaction_hash' | 'settlement'>

const BY_SERVICE: ReadonlySet<string | undefined> = new Set(['canceled_by_agent', 'recipient_recalled'])

const NOBODY_CAN_TELL: ReadonlySet<string> = new Set(['history_gone', 'ledger_reset', 'unreadable_transaction'])

/** `observed`: the service looks for payments on this request's network, so the wallet's word is not the last one. */
export const outcomeOf = (request: Judged, observed = false): Ended | 'still_waiting' => {
  const { status, reason, settlement } = request
  const { assurance } = settlement
  if (assurance === 'chain_observed') return 'paid'
  if (assurance === 'disputed') return 'disputed'
  if (status === 'rejected') return 'rejected'
  if (status === 'failed') return BY_SERVICE.has(reason) ? 'canceled' : 'failed'
  if (assurance === 'proven_unpaid') return 'unpaid'
  if (assurance === 'merchant_accepted') return 'reported'
  if (observed && !hasLedgerEnded(request)) return 'still_waiting'
  if (status === 'confirmed') return 'reported'
  return status === 'expired' ? 'expired' : 'still_waiting'
}

/**
 * Whether nothing more comes from the ledger by itself. A payment that fits and isn't bound ends the wait of the wallet that
 * named it. Somebody else's ends no wait before the time is over: anybody could send one.
 */
const hasLedgerEnded = ({ status, transaction_hash, settlement: { reason, ledger_match } }: Judged): boolean => {
  if (reason !== undefined && NOBODY_CAN_TELL.has(reason)) return true
  if (status === 'expired') return ledger_match !== undefined
  return ledger_match !== undefined && ledger_match.transaction_hash === transaction_hash
}
