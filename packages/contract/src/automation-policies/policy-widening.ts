/**
 * Which thresholds a change makes wider, so that the user must consent again. What is not named here permits
 * nothing that was not permitted before, and holds at once. A threshold that is filled for the first time is wider: before,
 * it permitted nothing.
 */
import { THRESHOLDS, type Threshold } from '@pursestrings/protocol/policy-judge'

export interface ChangingTerms {
  readonly single_tx_limit: bigint | null
  readonly cumulative_limit: bigint | null
  readonly validity_window: { readonly from: number; readonly to: number } | null
  /** By any name that stays the same for one payee. */
  readonly allowlist: readonly string[] | null
}

export const widenedBy = (before: ChangingTerms, after: ChangingTerms): Threshold[] => {
  const wider: Record<Threshold, boolean> = {
    single_tx_limit: isWider(before.single_tx_limit, after.single_tx_limit, (old, given) => given > old),
    cumulative_limit: isWider(before.cumulative_limit, after.cumulative_limit, (old, given) => given > old),
    validity_window: isWider(
      before.validity_window,
      after.validity_window,
      (old, given) => given.from < old.from || given.to > old.to,
    ),
    allowlist: isWider(before.allowlist, after.allowlist, (old, given) => given.some((payee) => !old.includes(payee))),
  }
  return THRESHOLDS.filter((threshold) => wider[threshold])
}

const isWider = <T>(old: T | null, given: T | null, compare: (old: T, given: T) => boolean): boolean =>
  given !== null && (old === null || compare(old, given))
