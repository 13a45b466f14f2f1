/** The four thresholds beside one attempt: what was agreed, what the attempt would have made of it, and whether it holds. */

import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import { type Intent, THRESHOLDS, type Threshold, type Verdict } from '@pursestrings/protocol/policy-judge'
import type { HeldPolicy } from '../automation-policies/judge-claim.ts'
import { termsView } from '../automation-policies/policy-view.ts'

export interface ThresholdAt {
  readonly name: Threshold
  /** Null where nothing is agreed, and for the list, which the policy shows. */
  readonly limit: string | null
  readonly would_be: string
  readonly holds: boolean
}

interface Attempt {
  readonly intent: Intent
  readonly recipient_id: Uuid
  readonly now: Date
}

export const thresholdsAt = (
  policy: HeldPolicy | undefined,
  { triggered }: Verdict,
  { intent, recipient_id, now }: Attempt,
): ThresholdAt[] => {
  const terms = policy && termsView(policy)
  const window = terms?.validity_window
  const limits: Record<Threshold, string | null> = {
    single_tx_limit: terms?.single_tx_limit ?? null,
    cumulative_limit: terms?.cumulative_limit ?? null,
    validity_window: window ? `${window.from}/${window.to}` : null,
    allowlist: null,
  }
  const would_be: Record<Threshold, string> = {
    single_tx_limit: formatUnits(intent.units, intent.decimals),
    cumulative_limit: formatUnits((policy?.used ?? 0n) + intent.units, intent.decimals),
    validity_window: (policy?.now ?? now).toISOString(),
    allowlist: idOf('rcp', recipient_id),
  }
  return THRESHOLDS.map((name) => ({
    name,
    limit: limits[name],
    would_be: would_be[name],
    holds: !triggered.includes(name),
  }))
}
