/**
 * May the wallet sign what an agent asked for, without asking its user? Judged once more in the transaction of the claim:
 * all that was true when the payment was created must be true still. What a person is asked for needs none of
 * this: the user has acted.
 */
import { hitlRequired } from '@pursestrings/contract/automation-policies/errors'
import { refuseOutOfScope, refusePaused } from '../../connections/connections/hold-connection.ts'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import { Refusal } from '../../platform/refusal.ts'
import { judgeClaim } from '../automation-policies/judge-claim.ts'
import { activeAmong, intentTo, type NamedPayee, servedPayee } from '../automation-policies/policy-payees.ts'
import { policyOf, type ToldPolicy } from '../automation-policies/policy-row.ts'
import type { HeldForMove } from './agent-payments.store.ts'

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
