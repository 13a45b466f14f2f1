/** A project changes its policy. What narrows holds at once; what widens is out of force until the wallet consents again. */

import { policyState } from '@countersign/contract/automation-policies/errors'
import type { updatePolicy as operation } from '@countersign/contract/automation-policies/operations'
import { widenedBy } from '@countersign/contract/automation-policies/policy-widening'
import type { PolicyChange } from '@countersign/contract/automation-policies/records'
import type { PolicyStatus } from '@countersign/contract/automation-policies/states'
import type { BodyOf } from '@countersign/contract/operation'
import { versionConflict } from '@countersign/contract/transport-errors'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertPolicyChange, updatePolicy as store } from './automation-policies.store.ts'
import { givenThresholds } from './given-thresholds.ts'
import type { PolicyRow, Thresholds } from './policy-row.ts'
import { termsView, unfilled } from './policy-view.ts'
import { actorOf, type ProjectCaller } from './reach-policy.ts'

/** Of a policy that is held. */
export const updatePolicy = async (
  tx: TenantTx,
  policy: PolicyRow,
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
  const status = statusAfter(policy.status, thresholds, widened.length > 0)
  const name = body.name ?? policy.name
  const changed = await store(tx, policy.policy_id, { name, thresholds, status, version: policy.version + 1 })
  const change = changeOf(input, widened.length > 0)
  const actor = actorOf(caller)
  const terms = termsView(changed)
  await insertPolicyChange(tx, changed, { change, actor, terms })
  const target = idOf('pol', policy.policy_id)
  const details = { name, ...terms, widened }
  await appendAuditEvent(tx, { action: `automation_policy.${change}`, actor, target, details })
  return changed
}

const thresholdsOf = (policy: PolicyRow): Thresholds => {
  const { single_tx_limit, cumulative_limit, validity_window, allowlist } = policy
  return { single_tx_limit, cumulative_limit, validity_window, allowlist }
}

const statusAfter = (status: PolicyStatus, thresholds: Thresholds, wider: boolean): PolicyStatus => {
  if (status === 'draft') return unfilled(thresholds).length > 0 ? 'draft' : 'awaiting_consent'
  return wider ? 'awaiting_consent' : status
}

const changeOf = (input: Partial<Thresholds>, wider: boolean): PolicyChange => {
  if (wider) return 'widened'
  return Object.keys(input).length > 0 ? 'narrowed' : 'renamed'
}
