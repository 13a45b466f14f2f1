/**
 * May the wallet sign this payment now? Asked when the wallet claims it, of the policy as it is then, which is held until
 * the commit. What counts as used are the claims so far: they never come back, while what only waits is asked again when it
 * is claimed.
 */

import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { type Intent, type JudgedPolicy, judgeIntent, type Verdict } from '@pursestrings/protocol/policy-judge'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { lockPolicyIfFree, type PolicyNow } from './automation-policies.store.ts'
import type { Payee } from './policy-payees.ts'
import type { PolicyRow } from './policy-row.ts'

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
