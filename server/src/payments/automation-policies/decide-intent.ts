/**
 * May this agent's payment be made without asking? The policy's row is held from the judgement to the commit, so that what
 * is judged is the policy valid at the commit and what is used never passes its limit. Every
 * judgement is written down, also where there is no policy. What is allowed is reserved with the payment's row, by a trigger
 * that refuses what the policy does not hold.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { type Intent, judgeIntent, type Verdict } from '@pursestrings/protocol/policy-judge'
import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { type HeldPolicy, judgedPolicy } from './judge-claim.ts'
import { decisionWritten } from './policy-decisions.store.ts'
import { termsVersion } from './policy-row.ts'

interface Input {
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly agent_payment_id: Uuid
  readonly recipient_version_id: Uuid
  readonly intent: Intent
  /** When all was held, to the microsecond. */
  readonly judged_at: string
}

/** With the statement that writes the decision down, by itself or as a part of the one that writes the payment. */
export const decideIntent = (
  tx: TenantTx,
  policy: HeldPolicy | undefined,
  { agent_payment_id, intent, ...input }: Input,
): { readonly verdict: Verdict; readonly written: RawBuilder<unknown> } => {
  const at = policy?.now.getTime() ?? Number.NaN
  const verdict = judgeIntent(policy && judgedPolicy(policy), policy?.used ?? 0n, intent, at)
  const decision = {
    ...input,
    ...verdict,
    policy_id: policy?.policy_id ?? null,
    policy_version: policy ? termsVersion(policy) : null,
    agent_payment_id: verdict.allowed ? agent_payment_id : null,
    payee_digest: intent.payee,
    units: intent.units,
    used_before: policy?.used ?? null,
  }
  return { verdict, written: decisionWritten(tx, decision) }
}
