/**
 * May the wallet sign this payment now? Asked when the wallet claims it, of the policy as it is then, which is held until
 * the commit. What counts as used are the claims so far: they never come back, while what only waits is asked again when it
 * is claimed.
 */
import { type Intent, judgeIntent, type Verdict } from '@countersign/contract/automation-policies/policy-judge'
import type { HeldPolicy } from './hold-policy.ts'
import { judgedPolicy } from './judged-policy.ts'

export const judgeClaim = (policy: HeldPolicy, intent: Intent): Verdict =>
  judgeIntent(judgedPolicy(policy), policy.claimed, intent, policy.now.getTime())
