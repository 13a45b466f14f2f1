/**
 * What a person agreed that a wallet may pay without asking, kept by the wallet itself, and whether a payment is within it. The
 * service judges by the same function, and first; here nobody but this wallet is believed: neither the terms as they are served
 * later, nor what was used of them.
 */

import { parseAmount } from '@pursestrings/protocol/amount'
import { networkOf } from '@pursestrings/protocol/networks'
import { type Intent, judgeIntent, type PolicyRule, type PolicyTerms } from '@pursestrings/protocol/policy-judge'
import { payeeText } from '@pursestrings/protocol/policy-text'
import type { AutomationPolicy } from '@pursestrings/sdk'
import type { Entry } from './journal.ts'
import type { Payable } from './payment-calls.ts'

export interface AgreedPolicy {
  readonly policy_id: string
  /** Of what was agreed to. A claim that a policy allows names it. */
  readonly policy_digest: string
  readonly connection_id: string
  readonly network: AutomationPolicy['network']
  readonly asset: string
  readonly contract?: string | undefined
  readonly issuer?: string | undefined
  readonly decimals: number
  readonly single_tx_limit: string
  readonly cumulative_limit: string
  readonly validity_window: { readonly from: string; readonly to: string }
  /** Where money may go, as `payeeText` says it. */
  readonly payees: readonly string[]
}

/** Of the terms that were shown: the proposal's where there is one. `policy_digest` was made from them by checkPolicy. */
export function agreedOf(policy: AutomationPolicy, policy_digest: string): AgreedPolicy {
  const terms = policy.proposed ?? policy
  const { single_tx_limit, cumulative_limit, validity_window } = terms
  if (single_tx_limit === null || cumulative_limit === null || validity_window === null)
    throw new TypeError('nobody can agree to a policy that is incomplete')
  const { id: policy_id, connection_id, network, asset, contract, issuer, decimals } = policy
  const payees = terms.payees.map(({ address = '', memo }) =>
    payeeText({ network, asset, contract: contract ?? null, issuer: issuer ?? null, address, memo: memo ?? null }),
  )
  const counted = { network, asset, contract, issuer, decimals }
  return {
    policy_id,
    policy_digest,
    connection_id,
    ...counted,
    single_tx_limit,
    cumulative_limit,
    validity_window,
    payees,
  }
}

/** What this wallet has signed under a policy. Only what was erased unsent is given back. */
export const usedOf = (entries: readonly Entry[], policy_id: string): bigint =>
  entries.reduce(
    (sum, { state, within }) =>
      state !== 'erased' && within?.policy_id === policy_id ? sum + BigInt(within.units) : sum,
    0n,
  )

/** Undefined where it may be paid without asking; else the rule that stands against it. */
export function judgeAgreed(
  agreed: AgreedPolicy,
  { facts: { connection_id, payment }, policy_id }: Pick<Payable, 'facts' | 'policy_id'>,
  used: bigint,
  now: number,
): PolicyRule | undefined {
  if (policy_id !== agreed.policy_id || connection_id !== agreed.connection_id) return 'no_policy'
  const unitsOf = (amount: string): bigint => {
    const parsed = parseAmount(amount, networkOf(agreed.network))
    return parsed.ok ? parsed.units : -1n
  }
  const { network, asset, contract = null, issuer = null, decimals, to: address, memo } = payment
  const intent: Intent = {
    network,
    asset,
    contract,
    issuer,
    decimals,
    units: unitsOf(payment.amount),
    payee: payeeText({ network, asset, contract, issuer, address, memo: memo ?? null }),
  }
  const terms: PolicyTerms = {
    network: agreed.network,
    asset: agreed.asset,
    contract: agreed.contract ?? null,
    issuer: agreed.issuer ?? null,
    decimals: agreed.decimals,
    single_tx_limit: unitsOf(agreed.single_tx_limit),
    cumulative_limit: unitsOf(agreed.cumulative_limit),
    validity_window: { from: Date.parse(agreed.validity_window.from), to: Date.parse(agreed.validity_window.to) },
    allowlist: agreed.payees,
  }
  const { allowed, rule } = judgeIntent({ status: 'active', terms }, used, intent, now)
  return allowed ? undefined : rule
}
