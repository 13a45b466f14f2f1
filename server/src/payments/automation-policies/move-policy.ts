/** Pause, resume, withdraw: each holds for every intent that is judged after its answer. Doing it again changes nothing. */
import { policyState } from '@pursestrings/contract/automation-policies/errors'
import { versionConflict } from '@pursestrings/contract/transport-errors'
import { idOf } from '@pursestrings/contract/wire/ids'
import { POLICY_STATUS_NEXT, type PolicyStatus } from '@pursestrings/protocol/payment-status'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
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
  // What the stop of the wallet has paused can be paused by itself: then it stays paused when the stop is undone.
  const by_itself = status === 'paused' && policy.stopped
  if (policy.status === status && !by_itself) return policy
  if (!by_itself && !(from as readonly PolicyStatus[]).includes(policy.status)) {
    const allowed = POLICY_STATUS_NEXT[policy.status]
    throw new Refusal(policyState, { details: { current_status: policy.status, allowed } })
  }
  const ends = status === 'withdrawn'
  const moved = await updatePolicy(tx, policy.policy_id, {
    status,
    ...(by_itself && { stopped: false }),
    ...(ends && { proposed: null }),
  })
  const actor = actorOf(caller)
  await insertPolicyChange(tx, moved, { change, actor, terms: termsView(moved) })
  if (caller.kind !== 'device_token') {
    const target = idOf('pol', policy.policy_id)
    await appendAuditEvent(tx, { action: `automation_policy.${change}`, actor, target })
  }
  return moved
}

// The wallet declines what is proposed, or the project takes it back; the terms in force stay. Doing it again changes nothing.

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
