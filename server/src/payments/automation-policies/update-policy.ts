/**
 * A project changes its policy. What narrows holds at once. What widens terms that the user has consented to is a proposal:
 * it stands beside them, and they stay in force until the wallet consents. The next change of a threshold replaces or drops
 * it, so that there is one at most and it always speaks of the terms in force.
 */
import { policyState } from '@pursestrings/contract/automation-policies/errors'
import type { updatePolicy as operation } from '@pursestrings/contract/automation-policies/operations'
import { widenedBy } from '@pursestrings/contract/automation-policies/policy-replay'
import type { BodyOf } from '@pursestrings/contract/operation'
import { versionConflict } from '@pursestrings/contract/transport-errors'
import { idOf } from '@pursestrings/contract/wire/ids'
import type { PolicyStatus } from '@pursestrings/protocol/payment-status'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertPolicyChange, type PolicyNow, updatePolicy as store } from './automation-policies.store.ts'
import { givenThresholds } from './create-policy.ts'
import { type PolicyRow, type Proposal, type Thresholds, termsVersion, thresholdsOf } from './policy-row.ts'
import { termsView, unfilled } from './policy-view.ts'
import { actorOf, type ProjectCaller } from './reach-policy.ts'

/** Of a policy that is held. */
export const updatePolicy = async (
  tx: TenantTx,
  policy: PolicyNow,
  caller: ProjectCaller,
  body: BodyOf<typeof operation>,
): Promise<PolicyRow> => {
  if (policy.version !== body.version) {
    throw new Refusal(versionConflict, { details: { current_version: policy.version } })
  }
  if (policy.status === 'withdrawn') {
    throw new Refusal(policyState, { details: { current_status: policy.status, allowed: [] } })
  }
  const input = await givenThresholds(tx, body, policy)
  const thresholds = { ...thresholdsOf(policy), ...input }
  const widened = widenedBy(thresholdsOf(policy), thresholds)
  const change = changeOf(policy.status, input, widened.length > 0)
  const name = body.name ?? policy.name
  const changed = await store(tx, policy.policy_id, {
    name,
    version: policy.version + 1,
    ...(change === 'proposed' && { proposed: proposalOf(policy, thresholds) }),
    ...((change === 'narrowed' || change === 'widened') && {
      thresholds,
      status: statusAfter(policy.status, thresholds),
      proposed: null,
    }),
  })
  const actor = actorOf(caller)
  const terms = termsView(changed)
  const proposed = change === 'proposed' ? termsView({ ...changed, ...thresholds }) : undefined
  await insertPolicyChange(tx, changed, { change, actor, terms, proposed })
  const target = idOf('pol', policy.policy_id)
  const details = { name, ...(proposed ?? terms), widened }
  await appendAuditEvent(tx, { action: `automation_policy.${change}`, actor, target, details })
  return changed
}

const proposalOf = (policy: PolicyNow, thresholds: Thresholds): Proposal => ({
  ...thresholds,
  terms_version: termsVersion(policy),
  proposed_at: policy.now.toISOString(),
})

const statusAfter = (status: PolicyStatus, thresholds: Thresholds): PolicyStatus =>
  status === 'draft' && unfilled(thresholds).length === 0 ? 'awaiting_consent' : status

const changeOf = (status: PolicyStatus, input: Partial<Thresholds>, wider: boolean) => {
  if (wider) return status === 'active' || status === 'paused' ? 'proposed' : 'widened'
  return Object.keys(input).length > 0 ? 'narrowed' : 'renamed'
}
