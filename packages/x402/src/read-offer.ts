/**
 * Which offer of a 402 can be paid, by our own table of networks alone. Whatever the seller says of a token besides must be what
 * the table says: a wrong name or number of decimals is a mistake, or a lie.
 */
import { checksummed, isAddress } from '@pursestrings/evm/address'
import { ALL_NETWORK_NAMES, type Network } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import type { CaipNetwork, Offer } from './official.ts'
import { X402Refusal } from './outcomes.ts'

const SERVED = ALL_NETWORK_NAMES.flatMap((network) => {
  const { ledger, asset, decimals, max_units } = networkOf(network)
  if (ledger?.kind !== 'evm') return []
  return [{ network, caip: `eip155:${ledger.chain_id}` as const, asset, decimals, max_units, token: ledger.token }]
})

export const SERVED_NETWORKS: readonly CaipNetwork[] = SERVED.map(({ caip }) => caip)

/** The longest that a request's terms can name. */
const TIMEOUT_MAX_S = 86_400
const UNITS = /^[1-9]\d{0,77}$/

export interface Priced {
  readonly network: Network
  readonly asset: string
  readonly contract: string
  readonly address: string
  /** Exact decimal text. */
  readonly amount: string
  readonly units: bigint
  readonly timeout_s: number
}

/** Throws the refusal where it can't be paid. */
export const readOffer = ({ scheme, network, asset, amount, payTo, maxTimeoutSeconds, extra = {} }: Offer): Priced => {
  const served = SERVED.find(({ caip }) => caip === network)
  const { assetTransferMethod = 'eip3009', paymentFlow = 'authorization' } = extra
  if (
    served === undefined ||
    scheme !== 'exact' ||
    assetTransferMethod !== 'eip3009' ||
    paymentFlow !== 'authorization'
  ) {
    throw new X402Refusal(
      'network_not_served',
      `The seller wants to be paid by ${shown(scheme)} on ${shown(network)}, which isn't served here. Nothing was asked.`,
    )
  }
  const { token, decimals, max_units } = served
  const described = { name: token.name, version: token.version, decimals, ...extra }
  const same = described.name === token.name && described.version === token.version && described.decimals === decimals
  if (spelled(asset) !== token.contract || !same) {
    throw new X402Refusal(
      'asset_not_known',
      `The seller asks for ${shown(asset)}, described as ${shown(extra)}. On ${network} only ${served.asset} at ${token.contract} is paid, with ${decimals} decimals. Nothing was asked.`,
    )
  }
  if (typeof amount !== 'string' || !UNITS.test(amount) || BigInt(amount) > max_units) {
    throw new X402Refusal(
      'asset_not_known',
      `The seller's price ${shown(amount)} is no number of smallest units of ${served.asset}. Nothing was asked.`,
    )
  }
  const address = spelled(payTo)
  if (address === undefined) {
    throw new X402Refusal(
      'payee_not_listed',
      `The seller's address ${shown(payTo)} is no address of ${network}, so no domain lists it. Nothing was asked.`,
    )
  }
  if (!Number.isInteger(maxTimeoutSeconds) || maxTimeoutSeconds < 1 || maxTimeoutSeconds > TIMEOUT_MAX_S) {
    throw new X402Refusal(
      'authorization_mismatch',
      `The seller wants an authorization of ${shown(maxTimeoutSeconds)} seconds; one lives for 1 to ${TIMEOUT_MAX_S}. Nothing was asked.`,
    )
  }
  const priced = { network: served.network, asset: served.asset, contract: token.contract, address }
  return { ...priced, amount: decimalText(amount, decimals), units: BigInt(amount), timeout_s: maxTimeoutSeconds }
}

/** The first that can be paid; else the first, which tells why it can't. */
export const chooseOffer = <O extends Offer>(offers: readonly O[]): O | undefined =>
  offers.find((offer) => {
    try {
      return readOffer(offer)
    } catch {
      return false
    }
  }) ?? offers[0]

/** With its checksum; many write addresses without one. Undefined where the checksum is wrong. */
const spelled = (address: unknown): string | undefined => {
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  return isAddress(address) || address === address.toLowerCase() ? checksummed(address) : undefined
}

const decimalText = (units: string, decimals: number): string => {
  const digits = units.padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Strangers' words, kept short. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
