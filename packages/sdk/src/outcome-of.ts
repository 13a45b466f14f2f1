/** What became of a payment request. "Paid" is the ledger's word alone; the wallet's `confirmed` is `reported` at most. */
import type { PaymentRequest } from './generated/records.ts'

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
