/**
 * May the wallet sign this agent's payment without asking? One pure function, for the live service, the dry run, the replay
 * of the past and the SDK (specification 1.7, 4.6). Default deny: each threshold must be shown to hold, so whatever is
 * missing, unknown or not consented to denies, and every threshold that does not hold is named.
 */
import { isNetwork } from './networks.ts'
import type { PolicyStatus } from './payment-status.ts'

export const THRESHOLDS = ['single_tx_limit', 'cumulative_limit', 'validity_window', 'allowlist'] as const
export type Threshold = (typeof THRESHOLDS)[number]

/** What decided. A threshold's own name: the first of those that do not hold. */
export const POLICY_RULES = [
  'within_policy',
  ...THRESHOLDS,
  'threshold_missing',
  'asset_mismatch',
  'unknown_network',
  'not_opted_in',
  'paused',
  'withdrawn',
  'no_policy',
] as const
export type PolicyRule = (typeof POLICY_RULES)[number]

/** What an amount is counted in. Two amounts compare only where all of it is the same. */
export interface CountedIn {
  readonly network: string
  readonly asset: string
  readonly contract: string | null
  readonly issuer: string | null
  readonly decimals: number
}

export interface PolicyTerms extends CountedIn {
  /** In whole units of the asset. */
  readonly single_tx_limit: bigint | null
  readonly cumulative_limit: bigint | null
  /** Half-open, in milliseconds: `from` is inside, `to` is not. */
  readonly validity_window: { readonly from: number; readonly to: number } | null
  /** Digests of payees: of where the money goes, not of what it is called. */
  readonly allowlist: readonly string[] | null
}

export interface JudgedPolicy {
  readonly status: PolicyStatus
  readonly terms: PolicyTerms
}

export interface Intent extends CountedIn {
  readonly units: bigint
  /** Digest of the payee. */
  readonly payee: string
}

export interface Verdict {
  readonly allowed: boolean
  readonly triggered: readonly Threshold[]
  readonly rule: PolicyRule
}

const NOT_IN_FORCE: Record<PolicyStatus, PolicyRule | undefined> = {
  draft: 'not_opted_in',
  awaiting_consent: 'not_opted_in',
  active: undefined,
  paused: 'paused',
  withdrawn: 'withdrawn',
}

/** `used` counts what is reserved and spent already; `at` is the clock of the database, in milliseconds. */
export const judgeIntent = (policy: JudgedPolicy | undefined, used: bigint, intent: Intent, at: number): Verdict => {
  const silent = silentBecause(policy, intent)
  // Where no policy speaks of the payment, no threshold permits it: all of them are named.
  if (policy === undefined || silent !== undefined) {
    return { allowed: false, triggered: THRESHOLDS, rule: silent ?? 'no_policy' }
  }
  const { terms } = policy
  const holds = thresholdsThatHold(terms, used, intent, at)
  const triggered = THRESHOLDS.filter((threshold) => !holds[threshold])
  const [first] = triggered
  if (first === undefined) return { allowed: true, triggered, rule: 'within_policy' }
  return { allowed: false, triggered, rule: terms[first] === null ? 'threshold_missing' : first }
}

const silentBecause = (policy: JudgedPolicy | undefined, intent: Intent): PolicyRule | undefined => {
  if (policy === undefined) return 'no_policy'
  const { status, terms } = policy
  const standing = NOT_IN_FORCE[status]
  if (standing !== undefined) return standing
  if (!isNetwork(intent.network)) return 'unknown_network'
  const same =
    terms.network === intent.network &&
    terms.asset === intent.asset &&
    terms.contract === intent.contract &&
    terms.issuer === intent.issuer &&
    terms.decimals === intent.decimals
  return same ? undefined : 'asset_mismatch'
}

const thresholdsThatHold = (
  { single_tx_limit: single, cumulative_limit: cumulative, validity_window: window, allowlist }: PolicyTerms,
  used: bigint,
  { units, payee }: Intent,
  at: number,
): Record<Threshold, boolean> => ({
  single_tx_limit: single !== null && units > 0n && units <= single,
  cumulative_limit: cumulative !== null && units > 0n && used >= 0n && used + units <= cumulative,
  validity_window: window !== null && window.from <= at && at < window.to,
  allowlist: allowlist !== null && allowlist.includes(payee),
})
