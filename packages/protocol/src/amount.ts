/**
 * Decides what an amount is (specification 2.1): an exact decimal string in ASCII, read into whole base
 * units of the asset and written back, never through Number. At most 78 digits in all, which is what 2^256 - 1 needs.
 */
import { BASE_SEPOLIA_USDC } from './evm.ts'
import type { Network, Rail } from './network-names.ts'

/** 78 digits and the point. */
export const AMOUNT_LENGTH_MAX = 79

/**
 * No sign, no exponent, no leading zeros but a single 0 before the point, at least one non-zero digit. A text of the
 * greatest length must spend one character on the point, hence no run of 79 digits.
 */
export const AMOUNT_PATTERN = '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$'

export type ParsedAmount =
  | { ok: true; units: bigint }
  | { ok: false; reason: 'not_an_amount' | 'too_many_decimals' | 'too_large' }

const AMOUNT = new RegExp(AMOUNT_PATTERN, 'u')

/**
 * Decimals count as written: `1.00` has two, so an asset of one decimal refuses it. To forgive trailing zeros would give
 * one amount many texts that pass, while the text itself is what is stored, signed and compared.
 *
 * Length comes first: BigInt of a million digits takes a quarter of a second.
 */
export function parseAmount(
  text: string,
  { decimals, max_units }: { decimals: number; max_units: bigint },
): ParsedAmount {
  if (text.length > AMOUNT_LENGTH_MAX || !AMOUNT.test(text)) return { ok: false, reason: 'not_an_amount' }
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > decimals) return { ok: false, reason: 'too_many_decimals' }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > max_units ? { ok: false, reason: 'too_large' } : { ok: true, units }
}

/** The shortest text of the amount. Zero gives `0`, which is for display: it is not an amount anyone can ask for. */
export function formatUnits(units: bigint, decimals: number): string {
  if (units < 0n) throw new RangeError(`amounts have no sign: ${units}`)
  const digits = units.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`
}

// The token contracts Pursestrings knows, with the decimals their contracts answer. A token's decimals decide what an
// amount means and no caller may supply them, so a contract that is not listed here is not accepted.
// One contract per symbol and network: bridged look-alikes (USDC.e and the like) are different assets.

export interface Token {
  readonly network: Network
  readonly asset: string
  /** EIP-55 spelling. */
  readonly contract: string
  readonly decimals: number
  readonly rail: Rail
}

const erc20 = (network: Network, asset: string, decimals: number, contract: string): Token => ({
  network,
  asset,
  contract,
  decimals,
  rail: 'evm_erc20',
})

export const TOKENS: readonly Token[] = [
  { ...erc20('base_mainnet', 'USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'), rail: 'base_usdc' },
  erc20('ethereum_mainnet', 'USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  erc20('ethereum_mainnet', 'USDT', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  erc20('ethereum_mainnet', 'DAI', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'),
  erc20('arbitrum_one', 'USDC', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
  erc20('polygon_pos', 'USDC', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
  erc20('polygon_pos', 'USDT', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
  erc20('optimism_mainnet', 'USDC', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
  erc20('avalanche_c_chain', 'USDC', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
  erc20('avalanche_c_chain', 'USDT', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
  erc20('zksync_era', 'USDC', 6, '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4'),
  erc20('linea_mainnet', 'USDC', 6, '0x176211869cA2b568f2A7D4EE941E073a821EE1ff'),
  { ...erc20('base_sepolia', 'USDC', 6, BASE_SEPOLIA_USDC.contract), rail: 'base_usdc' },
  // Binance-Peg tokens count in 18 decimals, unlike their namesakes.
  erc20('bsc_mainnet', 'USDC', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
  erc20('bsc_mainnet', 'USDT', 18, '0x55d398326f99059fF775485246999027B3197955'),
]
