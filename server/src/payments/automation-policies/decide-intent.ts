/**
 * May this agent's payment be made without asking? The policy's row is held from the judgement to the commit, so that what
 * is judged is the policy valid at the commit and what is used never passes its limit. Every
 * judgement is written down, also where there is no policy. What is allowed is reserved with the payment's row, by a trigger
 * that refuses what the policy does not hold.
 */

import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { type Intent, judgeIntent, type Verdict } from '@pursestrings/protocol/policy-judge'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findPolicyFor, type PolicyNow, selectPolicy } from './automation-policies.store.ts'
import { judgedPolicy } from './judge-claim.ts'
import { insertDecision } from './policy-decisions.store.ts'
import { termsVersion } from './policy-row.ts'

interface Input {
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly policy_id: Uuid | undefined
  readonly agent_payment_id: Uuid
  readonly recipient_version_id: Uuid
  readonly intent: Intent
}

/** Held until the commit: what the caller looks at afterwards, every intent before it has left there. */
export const holdPolicyFor = async (tx: TenantTx, input: Input): Promise<PolicyNow | undefined> => {
  const { project_id, connection_id, intent } = input
  const policy_id = input.policy_id ?? (await findPolicyFor(tx, input, intent))
  const policy = policy_id && (await selectPolicy(tx, policy_id, { project_id }, true))
  if (policy && policy.connection_id === connection_id) return policy
  if (input.policy_id !== undefined) throw new Refusal(resourceNotFound)
  return undefined
}

export const decideIntent = async (tx: TenantTx, policy: PolicyNow | undefined, input: Input): Promise<Verdict> => {
  const { project_id, connection_id, agent_payment_id, recipient_version_id, intent } = input
  const at = policy?.now.getTime() ?? Number.NaN
  const verdict = judgeIntent(policy && judgedPolicy(policy), policy?.used ?? 0n, intent, at)
  const { allowed, triggered, rule } = verdict
  const decision = {
    project_id,
    connection_id,
    policy_id: policy?.policy_id ?? null,
    policy_version: policy ? termsVersion(policy) : null,
    agent_payment_id: allowed ? agent_payment_id : null,
    recipient_version_id,
    payee_digest: intent.payee,
    units: intent.units,
    used_before: policy?.used ?? null,
  }
  await insertDecision(tx, { ...decision, allowed, triggered, rule }, policy?.now_exact)
  return verdict
}
