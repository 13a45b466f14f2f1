/**
 * May the wallet sign this payment now? Asked when the wallet claims it, of the policy as it is then, which is held until
 * the commit. What counts as used are the claims so far: they never come back, while what only waits is asked again when it
 * is claimed.
 */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { type Intent, type JudgedPolicy, judgeIntent, type Verdict } from '@pursestrings/protocol/policy-judge'
import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { lockPolicyIfFree, type PolicyNow } from './automation-policies.store.ts'
import { decisionWritten } from './policy-decisions.store.ts'
import type { Payee } from './policy-payees.ts'
import { type PolicyRow, termsVersion } from './policy-row.ts'

/** A policy with the clock of the look at it. Where it is held until the commit, nobody changes or uses it meanwhile. */
export type HeldPolicy = PolicyNow

/** False where somebody else holds it: for those who can come back later. */
export const holdPolicyIfFree = (tx: TenantTx, policy_id: Uuid): Promise<boolean> => lockPolicyIfFree(tx, policy_id)

/** A policy as the judge sees it: its list is what the user's consent pinned, as far as it is on the list still. */
const pinsOf = ({ consent }: PolicyRow): ReadonlyMap<string, string> =>
  new Map(consent?.payees.map(({ recipient_id, payee_digest }) => [recipient_id, payee_digest]))

export const judgedPolicy = (policy: PolicyRow): JudgedPolicy => {
  const pins = pinsOf(policy)
  const allowlist = policy.allowlist.flatMap((recipient_id) => pins.get(idOf('rcp', recipient_id)) ?? [])
  return { status: policy.status, terms: { ...policy, allowlist } }
}

/** As though it were in force: what stands pinned stays, and the rest is pinned as an opt-in now would pin it. */
export const asInForce = (policy: PolicyRow, payees: readonly Payee[]): JudgedPolicy => {
  const stands = policy.status === 'active' || policy.status === 'paused'
  const pins: ReadonlyMap<string, string> = stands ? pinsOf(policy) : new Map()
  const allowlist = payees.flatMap(({ recipient_id, paid }) =>
    policy.allowlist.includes(recipient_id) ? (pins.get(idOf('rcp', recipient_id)) ?? paid?.payee_digest ?? []) : [],
  )
  return { status: 'active', terms: { ...policy, allowlist } }
}

export const judgeClaim = (policy: HeldPolicy, intent: Intent): Verdict =>
  judgeIntent(judgedPolicy(policy), policy.claimed, intent, policy.now.getTime())

// May this agent's payment be made without asking? The policy's row is held from the judgement to the commit, so that what
// is judged is the policy valid at the commit and what is used never passes its limit. Every
// judgement is written down, also where there is no policy. What is allowed is reserved with the payment's row, by a trigger
// that refuses what the policy does not hold.

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
