/** A policy as the judge sees it: its list is what the user's consent pinned, as far as it is on the list still. */

import type { JudgedPolicy } from '@countersign/contract/automation-policies/policy-judge'
import { idOf } from '@countersign/contract/wire/ids'
import type { Payee } from './payees.ts'
import type { PolicyRow } from './policy-row.ts'

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
