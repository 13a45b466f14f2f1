/** Network, asset, address and memo as one set of facts that fits together, or every reason why it does not. */
import type { Issue } from '@pursestrings/contract/errors'
import { networkNotEnabled, paymentFactsInvalid } from '@pursestrings/contract/recipients/errors'
import type { Network, Rail } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import type { Reference } from '@pursestrings/protocol/payment-facts'
import { Refusal } from '../../platform/refusal.ts'
import { checkAddress } from '../../rules/networks/check-address.ts'
import { checkAsset } from '../../rules/networks/check-asset.ts'
import { checkMemo } from '../../rules/networks/check-memo.ts'

export interface GivenFacts {
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo?: string
  readonly contract?: string
  readonly issuer?: string
  readonly reference?: Reference | 'none'
}

export interface PaymentFacts {
  readonly rail: Rail
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo: string | null
  readonly contract: string | null
  readonly issuer: string | null
  readonly decimals: number
  readonly chain_id: number | null
  readonly reference: Reference | null
}

export const paymentFacts = (input: GivenFacts, enabled: readonly Network[]): PaymentFacts => {
  const { network } = input
  if (!enabled.includes(network)) throw new Refusal(networkNotEnabled)
  const asset = checkAsset(network, input)
  const address = checkAddress(network, input.address)
  const memo = input.memo === undefined ? { ok: true as const, canonical: null } : checkMemo(network, input.memo)
  const reference = checkReference(input)
  const issues = Object.entries({ asset, address, memo, reference }).flatMap(([field, verdict]): Issue[] =>
    verdict.ok ? [] : [{ code: paymentFactsInvalid.code, field, message: verdict.reason }],
  )
  if (!asset.ok || !address.ok || !memo.ok || !reference.ok) {
    throw new Refusal(paymentFactsInvalid, { issues, message: issues.map((i) => i.message).join(' ') })
  }
  return {
    rail: asset.rail,
    network,
    asset: asset.asset,
    address: address.canonical,
    memo: memo.canonical,
    contract: asset.contract,
    issuer: asset.issuer,
    decimals: asset.decimals,
    chain_id: networkOf(network).chain_id,
    reference: reference.canonical,
  }
}

/** Given wherever it can be, unless the merchant turned it off. */
const checkReference = ({ network, memo, reference }: GivenFacts) => {
  const possible = memo === undefined ? networkOf(network).ledger?.reference : undefined
  if (reference === 'none') return { ok: true as const, canonical: null }
  if (reference === undefined || reference === possible) return { ok: true as const, canonical: possible ?? null }
  const reason =
    'A payment can carry this `reference` only on a network that has it, to a payee without a memo of its own.'
  return { ok: false as const, reason }
}
