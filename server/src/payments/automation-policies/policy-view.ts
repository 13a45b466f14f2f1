/** A policy as the wire shows it, with what it lacks, where its payees are paid now, and what an opt-in would agree to. */
import { hash } from 'node:crypto'
import { widenedBy } from '@pursestrings/contract/automation-policies/policy-replay'
import { idOf } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import { THRESHOLDS, type Threshold, type Verdict } from '@pursestrings/protocol/policy-judge'
import { policyText } from '@pursestrings/protocol/policy-text'
import type { ChangeRow } from './automation-policies.store.ts'
import type { selectUsage } from './policy-decisions.store.ts'
import type { Payee } from './policy-payees.ts'
import { asProposed, type PolicyRow, type Thresholds, thresholdsOf } from './policy-row.ts'

const timesOf = (window: Thresholds['validity_window']) =>
  window && { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() }

export const termsView = (policy: Thresholds & Pick<PolicyRow, 'decimals'>) => {
  const text = (units: bigint | null) => (units === null ? null : formatUnits(units, policy.decimals))
  return {
    single_tx_limit: text(policy.single_tx_limit),
    cumulative_limit: text(policy.cumulative_limit),
    validity_window: timesOf(policy.validity_window),
    allowlist: policy.allowlist.map((recipient_id) => idOf('rcp', recipient_id)),
  }
}

/** Which thresholds nobody has filled. */
export const unfilled = (policy: Thresholds): Threshold[] =>
  THRESHOLDS.filter((name) => policy[name] === null || (name === 'allowlist' && policy.allowlist.length === 0))

/** A list is not filled either while one of its payees cannot be paid in this asset. */
export const missingOf = (policy: PolicyRow, payees: readonly Payee[]): Threshold[] => {
  const missing = new Set(unfilled(policy))
  if (listed(policy, payees).some(({ paid }) => !paid)) missing.add('allowlist')
  return THRESHOLDS.filter((name) => missing.has(name))
}

/** Of these payees, those on the list of these terms. */
const listed = ({ allowlist }: Thresholds, payees: readonly Payee[]): Payee[] =>
  payees.filter(({ recipient_id }) => allowlist.includes(recipient_id))

export const pinned = (terms: Thresholds, payees: readonly Payee[]) =>
  listed(terms, payees).flatMap(({ recipient_id, paid }) =>
    paid
      ? [
          {
            recipient_id: idOf('rcp', recipient_id),
            recipient_version_id: idOf('rcv', paid.recipient_version_id),
            payee_digest: paid.payee_digest,
          },
        ]
      : [],
  )

export const policyDigest = (policy: PolicyRow, payees: readonly Payee[]): string | null => {
  const { single_tx_limit, cumulative_limit, validity_window } = termsView(policy)
  if (missingOf(policy, payees).length > 0 || !single_tx_limit || !cumulative_limit || !validity_window) return null
  const text = policyText({
    ...policy,
    policy_id: idOf('pol', policy.policy_id),
    project_id: idOf('prj', policy.project_id),
    connection_id: idOf('con', policy.connection_id),
    single_tx_limit,
    cumulative_limit,
    validity_window,
    payees: pinned(policy, payees),
  })
  return hash('sha256', text, 'hex')
}

const payeeView = ({ recipient_id, paid }: Payee) => ({
  recipient_id: idOf('rcp', recipient_id),
  recipient_version_id: paid ? idOf('rcv', paid.recipient_version_id) : null,
  payee_digest: paid?.payee_digest ?? null,
  ...(paid && { name: paid.facts.name, domain: paid.facts.domain, address: paid.facts.address }),
  ...(paid?.facts.memo != null && { memo: paid.facts.memo }),
})

/** What is asked of the user: the terms, where they pay, and the digest that says yes to both. */
const askedView = (policy: PolicyRow, payees: readonly Payee[]) => ({
  ...termsView(policy),
  missing: missingOf(policy, payees),
  payees: listed(policy, payees).map(payeeView),
  policy_digest: policyDigest(policy, payees),
})

const proposalView = (policy: PolicyRow, payees: readonly Payee[]) => {
  const proposed = asProposed(policy)
  if (!proposed || !policy.proposed) return null
  return {
    ...askedView(proposed, payees),
    widened: widenedBy(thresholdsOf(policy), thresholdsOf(proposed)),
    proposed_at: policy.proposed.proposed_at,
  }
}

/** `payees` are those of the terms in force and of those proposed. */
export const policyView = (policy: PolicyRow, payees: readonly Payee[], changes?: readonly ChangeRow[]) => ({
  id: idOf('pol', policy.policy_id),
  status: policy.status,
  version: policy.version,
  project_id: idOf('prj', policy.project_id),
  connection_id: idOf('con', policy.connection_id),
  name: policy.name,
  network: policy.network,
  asset: policy.asset,
  ...(policy.contract !== null && { contract: policy.contract }),
  ...(policy.issuer !== null && { issuer: policy.issuer }),
  decimals: policy.decimals,
  ...askedView(policy, payees),
  proposed: proposalView(policy, payees),
  consent: policy.consent && { ...policy.consent, payees: [...policy.consent.payees] },
  used: formatUnits(policy.used, policy.decimals),
  created_at: policy.created_at.toISOString(),
  ...(changes && {
    history: changes.map(({ terms, proposed, occurred_at, ...change }) => ({
      ...change,
      terms: terms as ReturnType<typeof termsView>,
      ...(proposed && { proposed: proposed as ReturnType<typeof termsView> }),
      occurred_at: occurred_at.toISOString(),
    })),
  }),
})

export const usageView = (policy: PolicyRow, usage: Awaited<ReturnType<typeof selectUsage>>) => {
  const text = (units: bigint) => formatUnits(units, policy.decimals)
  const { cumulative_limit: limit, used } = policy
  return {
    used: text(used),
    claimed: text(policy.claimed),
    given_back: text(BigInt(usage.given_back)),
    counted_again: text(BigInt(usage.counted_again)),
    cumulative_limit: limit === null ? null : text(limit),
    // A limit that was narrowed may lie below what is used already, and late transactions count beyond it.
    remaining: limit === null ? null : text(limit > used ? limit - used : 0n),
    allowed: usage.allowed,
    refused: usage.refused,
    last_decision_at: usage.last?.toISOString() ?? null,
  }
}

export const verdictView = ({ allowed, triggered, rule }: Verdict) => ({
  allowed,
  triggered_thresholds: [...triggered],
  rule,
})
