/** Network, asset, address and memo as one set of facts that fits together, or every reason why it does not. */
import type { Issue } from '@countersign/contract/errors'
import { networkNotEnabled, paymentFactsInvalid } from '@countersign/contract/recipients/errors'
import { type Network, networkOf, type Rail } from '@countersign/contract/wire/networks'
import { checkAddress } from '../networks/check-address.ts'
import { checkAsset } from '../networks/check-asset.ts'
import { checkMemo } from '../networks/check-memo.ts'
import { Refusal } from '../refusal.ts'

export interface GivenFacts {
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo?: string
  readonly contract?: string
  readonly issuer?: string
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
}

export const paymentFacts = (input: GivenFacts, enabled: readonly Network[]): PaymentFacts => {
  const { network } = input
  if (!enabled.includes(network)) throw new Refusal(networkNotEnabled)
  const asset = checkAsset(network, input)
  const address = checkAddress(network, input.address)
  const memo = input.memo === undefined ? { ok: true as const, canonical: null } : checkMemo(network, input.memo)
  const issues = Object.entries({ asset, address, memo }).flatMap(([field, verdict]): Issue[] =>
    verdict.ok ? [] : [{ code: paymentFactsInvalid.code, field, message: verdict.reason }],
  )
  if (!asset.ok || !address.ok || !memo.ok) {
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
  }
}
