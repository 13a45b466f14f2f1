/**
 * What a wallet's report does to a request, decided by nothing but where the request stands, what is reported and the time
 * (contract 4, W3). A pending request past its time counts as expired at once; what it then still learns of a transaction
 * is evidence, which changes nothing and is never dropped.
 */
import type { ErrorEntry } from '@countersign/contract/errors'
import {
  invalidTransition,
  transactionHashFixed,
  transactionHashRequired,
} from '@countersign/contract/payment-request-errors'
import {
  mayFollow,
  NEEDS_TRANSACTION_HASH,
  PAYMENT_STATUS_NEXT,
  type PaymentStatus,
} from '@countersign/contract/payment-status'

/** Transactions that an expired request takes note of: more than a wallet errs, fewer than fill a feed. */
export const LATE_REPORTS_MAX = 16

export interface Standing {
  readonly status: PaymentStatus
  readonly transaction_hash: string | null
  readonly expires_at: Date
  /** Transactions that were named too late already. */
  readonly late_hashes: readonly string[]
}

export interface Report {
  /** Nobody reports what begins a request or what time does to it. */
  readonly status: Exclude<PaymentStatus, 'pending' | 'expired'>
  readonly transaction_hash?: string | undefined
}

export type Judgement =
  | { readonly does: 'move'; readonly transaction_hash: string | null }
  | { readonly does: 'repeat'; readonly late: boolean }
  /** `expires` where the sweep has not been there yet: time is written down before what came after it. */
  | { readonly does: 'late'; readonly transaction_hash: string; readonly expires: boolean }
  | { readonly does: 'refuse'; readonly entry: ErrorEntry; readonly details: Readonly<Record<string, unknown>> }

export const judgeReport = (current: Standing, report: Report, now: Date): Judgement => {
  const { transaction_hash: known } = current
  const named = report.transaction_hash
  if (named === undefined && (NEEDS_TRANSACTION_HASH as readonly PaymentStatus[]).includes(report.status)) {
    return { does: 'refuse', entry: transactionHashRequired, details: {} }
  }
  const status = current.status === 'pending' && current.expires_at <= now ? 'expired' : current.status
  if (status === 'expired' && named !== undefined) {
    if (current.late_hashes.includes(named)) return { does: 'repeat', late: true }
    if (current.late_hashes.length < LATE_REPORTS_MAX) {
      return { does: 'late', transaction_hash: named, expires: current.status === 'pending' }
    }
  }
  const another = named !== undefined && known !== null && named !== known
  if (report.status === status) {
    if (another) return { does: 'refuse', entry: transactionHashFixed, details: {} }
    if (named === undefined || named === known) return { does: 'repeat', late: false }
  }
  if (!mayFollow(status, report.status)) {
    const allowed = PAYMENT_STATUS_NEXT[status].filter((next) => next !== 'expired')
    return { does: 'refuse', entry: invalidTransition, details: { current_status: status, allowed } }
  }
  if (another) return { does: 'refuse', entry: transactionHashFixed, details: {} }
  return { does: 'move', transaction_hash: named ?? known }
}
