/** The wallet declines what is proposed, or the project takes it back; the terms in force stay. Doing it again changes nothing. */

import { policyState } from '@countersign/contract/automation-policies/errors'
import { versionConflict } from '@countersign/contract/transport-errors'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertPolicyChange, updatePolicy } from './automation-policies.store.ts'
import type { PolicyRow } from './policy-row.ts'
import { termsView } from './policy-view.ts'
import { actorOf, type PolicyCaller } from './reach-policy.ts'

/** Of a policy that is held. */
export const dropProposal = async (
  tx: TenantTx,
  policy: PolicyRow,
  caller: PolicyCaller,
  version: number,
): Promise<PolicyRow> => {
  if (!policy.proposed) {
    // The user came first: whoever takes it back must learn that it is in force.
    if (policy.consent?.policy_version !== version) return policy
    throw new Refusal(policyState, { details: { current_status: policy.status, allowed: [] } })
  }
  if (policy.version !== version) {
    throw new Refusal(versionConflict, { details: { current_version: policy.version } })
  }
  const dropped = await updatePolicy(tx, policy.policy_id, { proposed: null })
  const change = caller.kind === 'device_token' ? 'declined' : 'proposal_withdrawn'
  const actor = actorOf(caller)
  const proposed = termsView({ ...policy, ...policy.proposed })
  await insertPolicyChange(tx, dropped, { change, actor, terms: termsView(dropped), proposed })
  if (caller.kind !== 'device_token') {
    const target = idOf('pol', policy.policy_id)
    await appendAuditEvent(tx, { action: `automation_policy.${change}`, actor, target })
  }
  return dropped
}
