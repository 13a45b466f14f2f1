/**
 * What a wallet's report does to a payment, decided by nothing but where the payment stands, what is reported and the time;
 * which statuses there are is told by the caller. One that waits past its time counts as expired at
 * once; what a payment that has ended so still learns of a transaction is evidence, which changes nothing and is never
 * dropped.
 */

import { hitlRequired } from '@pursestrings/contract/automation-policies/errors'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import {
  invalidTransition,
  transactionHashFixed,
  transactionHashRequired,
} from '@pursestrings/contract/payment-requests/errors'
import { LATE_REPORTS_MAX } from '@pursestrings/contract/payment-requests/records'
import { refuseOutOfScope, refusePaused } from '../../connections/connections/hold-connection.ts'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import { Refusal } from '../../platform/refusal.ts'
import { judgeClaim } from '../automation-policies/judge-claim.ts'
import { activeAmong, intentTo, type NamedPayee, servedPayee } from '../automation-policies/policy-payees.ts'
import { policyOf, type ToldPolicy } from '../automation-policies/policy-row.ts'
import type { HeldForMove } from './agent-payments.store.ts'

export interface StandingIn<Status> {
  readonly status: Status
  readonly transaction_hash: string | null
  readonly expires_at: Date
  /** Transactions that were named too late already. */
  readonly late_hashes: readonly string[]
}

export interface ReportOf<Reported> {
  readonly status: Reported
  readonly transaction_hash?: string | undefined
}

export type Judgement =
  | { readonly does: 'move'; readonly transaction_hash: string | null }
  | { readonly does: 'repeat'; readonly late: boolean }
  /** `expires` where the sweep has not been there yet: time is written down before what came after it. */
  | { readonly does: 'late'; readonly transaction_hash: string; readonly expires: boolean }
  | { readonly does: 'refuse'; readonly entry: ErrorEntry; readonly details: Readonly<Record<string, unknown>> }

interface Rules<Status extends string, Reported extends Status> {
  /** The status that time ends. */
  readonly waiting: Status
  readonly expired: Status
  /** Ends after which a transaction that is named is kept as evidence. */
  readonly late_after: readonly Status[]
  readonly next: Readonly<Record<Status, readonly Status[]>>
  /** What a wallet can say: neither what begins a payment nor what others do to it. */
  readonly reported: readonly Reported[]
  readonly needs_hash: readonly Status[]
}

export const reportJudgeOf = <Status extends string, Reported extends Status>({
  waiting,
  expired,
  late_after,
  next,
  reported,
  needs_hash,
}: Rules<Status, Reported>) => {
  const fixed: Judgement = { does: 'refuse', entry: transactionHashFixed, details: {} }

  return (current: StandingIn<Status>, report: ReportOf<Reported>, now: Date): Judgement => {
    const { transaction_hash: known } = current
    const named = report.transaction_hash
    if (named === undefined && needs_hash.includes(report.status)) {
      return { does: 'refuse', entry: transactionHashRequired, details: {} }
    }
    const status = current.status === waiting && current.expires_at <= now ? expired : current.status
    if (report.status === status && named !== undefined && named === known) return { does: 'repeat', late: false }
    if (late_after.includes(status) && named !== undefined) {
      if (current.late_hashes.includes(named)) return { does: 'repeat', late: true }
      if (current.late_hashes.length < LATE_REPORTS_MAX) {
        return { does: 'late', transaction_hash: named, expires: current.status === waiting }
      }
    }
    const another = named !== undefined && known !== null && named !== known
    if (report.status === status) {
      if (another) return fixed
      if (named === undefined) return { does: 'repeat', late: false }
    }
    if (!next[status].includes(report.status)) {
      const allowed = next[status].filter((s) => (reported as readonly Status[]).includes(s))
      return { does: 'refuse', entry: invalidTransition, details: { current_status: status, allowed } }
    }
    return another ? fixed : { does: 'move', transaction_hash: named ?? known }
  }
}

// May the wallet sign what an agent asked for, without asking its user? Judged once more in the transaction of the claim:
// all that was true when the payment was created must be true still. What a person is asked for needs none of
// this: the user has acted.

/** Of a payment that is held, as are its policy, its connection and its payee. */
export const checkClaim = (
  held: HeldForMove,
  amount: string,
  told: ToldPolicy,
  payee: NamedPayee<ServedVersion>,
): void => {
  refuseOutOfScope(held, 'payment.requests.create')
  refusePaused(held)
  const served = servedPayee(payee, activeAmong(held, payee.recipient_id))
  const { allowed, triggered, rule } = judgeClaim({ ...policyOf(told), now: held.now }, intentTo(served, amount))
  if (allowed) return
  throw new Refusal(hitlRequired, { details: { triggered_thresholds: triggered, rule, current_status: held.status } })
}
