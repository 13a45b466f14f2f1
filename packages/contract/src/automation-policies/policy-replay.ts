/**
 * What a policy would have said to a past: every intent through the same judge, in the order in which it came, with what was
 * used, given back and counted again between. Pure, so that what a user is shown before consenting is what would have happened.
 */
import {
  type Intent,
  type JudgedPolicy,
  judgeIntent,
  THRESHOLDS,
  type Threshold,
  type Verdict,
} from '@pursestrings/protocol/policy-judge'

export interface PastIntent {
  readonly kind: 'intent'
  readonly at: number
  readonly intent: Intent
  /** The payment that came of it; null where it was refused. */
  readonly agent_payment_id: string | null
}

/** Given back, or counted again since a transaction turned up after that. */
export interface PastUseChange {
  readonly kind: 'release' | 'recount'
  readonly agent_payment_id: string
  readonly units: bigint
  /** It had been taken from this very policy, so that what was used at the start includes it. */
  readonly own: boolean
}

export type PastStep = PastIntent | PastUseChange

/** `passed`: without asking. `asked`: a threshold was exceeded. `refused`: the policy does not speak of it at all. */
export const REPLAY_OUTCOMES = ['passed', 'asked', 'refused'] as const
export type ReplayOutcome = (typeof REPLAY_OUTCOMES)[number]

const SILENT = new Set<Verdict['rule']>([
  'asset_mismatch',
  'unknown_network',
  'not_opted_in',
  'paused',
  'withdrawn',
  'no_policy',
])

export const outcomeOf = ({ allowed, rule }: Pick<Verdict, 'allowed' | 'rule'>): ReplayOutcome => {
  if (allowed) return 'passed'
  return SILENT.has(rule) ? 'refused' : 'asked'
}

/** One verdict for each intent among the steps, in their order. */
export const replayPolicy = (policy: JudgedPolicy, used_at_start: bigint, steps: readonly PastStep[]): Verdict[] => {
  let used = used_at_start
  const verdicts: Verdict[] = []
  const passed = new Map<string, boolean>()
  for (const step of steps) {
    if (step.kind !== 'intent') {
      if (passed.get(step.agent_payment_id) ?? step.own) used += step.kind === 'recount' ? step.units : -step.units
      continue
    }
    const verdict = judgeIntent(policy, used, step.intent, step.at)
    verdicts.push(verdict)
    if (verdict.allowed) used += step.intent.units
    if (step.agent_payment_id !== null) passed.set(step.agent_payment_id, verdict.allowed)
  }
  return verdicts
}

// Which thresholds a change makes wider, so that the user must consent again. What is not named here permits
// nothing that was not permitted before, and holds at once. A threshold that is filled for the first time is wider: before,
// it permitted nothing.

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
