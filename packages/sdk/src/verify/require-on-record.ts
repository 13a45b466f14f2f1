/** A wallet's rule: what it does with the outcome of `verifyPayee` before it signs. */
import { PursestringsError } from '../call-errors.ts'
import type { PayeeOutcome } from './verify-payee.ts'

export class PayeeNotOnRecordError extends PursestringsError {
  override readonly name = 'PayeeNotOnRecordError'
  readonly outcome: Exclude<PayeeOutcome, { outcome: 'on_record' }>

  constructor(outcome: PayeeNotOnRecordError['outcome'], message: string) {
    super(message)
    this.outcome = outcome
  }

  /** Ask again in a few seconds: the payee is new, and the log is about to show it. */
  get pending(): boolean {
    return this.outcome.outcome === 'pending'
  }
}

export type PayeeStanding =
  | { readonly is: 'on_record'; readonly since: string }
  /** Only the service vouches for it: tell the user. */
  | { readonly is: 'unlogged'; readonly reason: string }
  /** No policy is pinned. */
  | { readonly is: 'not_checked' }

export interface OnRecordOptions {
  /** `warn` lets a payee pass that no log has, marked as such. A split view is refused in any case. */
  readonly unlogged?: 'refuse' | 'warn'
}

/** What to tell the user; throws PayeeNotOnRecordError where the wallet must not sign. Undefined: no policy is pinned. */
export const requireOnRecord = (
  outcome: PayeeOutcome | undefined,
  { unlogged = 'refuse' }: OnRecordOptions = {},
): PayeeStanding => {
  if (outcome === undefined) return { is: 'not_checked' }
  switch (outcome.outcome) {
    case 'on_record':
      return { is: 'on_record', since: outcome.since }
    case 'pending':
      throw new PayeeNotOnRecordError(outcome, 'This payee is new and not on public record yet. Try again in a minute.')
    case 'split_view':
      throw new PayeeNotOnRecordError(
        outcome,
        "The service now shows a different public log than before. Don't pay through it, and keep both heads.",
      )
    default:
      if (unlogged === 'warn') return { is: 'unlogged', reason: outcome.reason }
      throw new PayeeNotOnRecordError(outcome, `This payee is not on public record. ${outcome.reason} Do not pay.`)
  }
}
