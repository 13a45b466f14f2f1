/** Pause, resume, withdraw: each holds for every intent that is judged after its answer. Doing it again changes nothing. */
import { policyState } from '@countersign/contract/automation-policies/errors'
import { POLICY_STATUS_NEXT, type PolicyStatus } from '@countersign/contract/automation-policies/states'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertPolicyChange, updatePolicy } from './automation-policies.store.ts'
import type { PolicyRow } from './policy-row.ts'
import { termsView } from './policy-view.ts'
import { actorOf, type PolicyCaller } from './reach-policy.ts'

const MOVES = {
  paused: { status: 'paused', from: ['active'] },
  resumed: { status: 'active', from: ['paused'] },
  withdrawn: { status: 'withdrawn', from: ['draft', 'awaiting_consent', 'active', 'paused'] },
} as const satisfies Record<string, { status: PolicyStatus; from: readonly PolicyStatus[] }>

/** Of a policy that is held. */
export const movePolicy = async (
  tx: TenantTx,
  policy: PolicyRow,
  caller: PolicyCaller,
  change: keyof typeof MOVES,
): Promise<PolicyRow> => {
  const { status, from } = MOVES[change]
  if (policy.status === status) return policy
  if (!(from as readonly PolicyStatus[]).includes(policy.status)) {
    const allowed = POLICY_STATUS_NEXT[policy.status]
    throw new Refusal(policyState, { details: { current_status: policy.status, allowed } })
  }
  const ends = status === 'withdrawn'
  const moved = await updatePolicy(tx, policy.policy_id, { status, ...(ends && { proposed: null }) })
  const actor = actorOf(caller)
  await insertPolicyChange(tx, moved, { change, actor, terms: termsView(moved) })
  if (caller.kind !== 'device_token') {
    const target = idOf('pol', policy.policy_id)
    await appendAuditEvent(tx, { action: `automation_policy.${change}`, actor, target })
  }
  return moved
}
