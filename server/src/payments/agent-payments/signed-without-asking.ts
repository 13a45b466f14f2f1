/**
 * Whether the wallet could claim this payment now without asking: the hint that is shown before the claim. Judged as the
 * claim will be, by policy and connection as they are at this moment; the claim alone decides.
 */
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import { judgeClaim } from '../automation-policies/judge-claim.ts'
import { intentTo } from '../automation-policies/policy-payees.ts'
import { policyOf } from '../automation-policies/policy-row.ts'
import type { AgentPaymentRow } from './agent-payments.store.ts'

export const signedWithoutAsking = (
  { policy, now, status, has_evidence, amount }: AgentPaymentRow,
  version: ServedVersion,
): boolean => {
  if (policy === null || status !== 'intent_created' || has_evidence) return false
  return judgeClaim({ ...policyOf(policy), now }, intentTo(version, amount)).allowed
}
