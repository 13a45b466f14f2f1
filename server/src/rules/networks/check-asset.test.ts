/** checkAsset: the rail, the decimals and the ceiling come from our tables. */
import { NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { TOKENS } from '@pursestrings/protocol/tokens'
import { expect, test } from 'vitest'
import { checkAddress } from './check-address.ts'
import { checkAsset } from './check-asset.ts'

const ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each(NETWORK_NAMES)('%s moves its own asset by its own rail', (network) => {
  const { rail, asset, decimals, max_units } = networkOf(network)
  const contract = network === 'base_mainnet' ? BASE_USDC : null
  expect(checkAsset(network, { asset })).toEqual({ ok: true, rail, asset, decimals, max_units, contract, issuer: null })
})

test.each(TOKENS)('$network moves $asset by its contract', ({ network, asset, contract, decimals, rail }) => {
  expect(checkAsset(network, { asset, contract })).toMatchObject({ ok: true, rail, asset, contract, decimals })
})

test('every listed contract is spelled with its EIP-55 checksum, and listed once', () => {
  // On a network without tokens the rule alone answers, without the refusal of token contracts.
  for (const { contract } of TOKENS) expect(checkAddress('cronos_mainnet', contract).ok).toBe(true)
  expect(new Set(TOKENS.map(({ network, asset }) => `${network} ${asset}`)).size).toBe(TOKENS.length)
  expect(new Set(TOKENS.map(({ network, contract }) => `${network} ${contract}`)).size).toBe(TOKENS.length)
})

test.each(['stellar_public', 'stellar_testnet'] as const)('%s moves an issued asset in seven decimals', (network) => {
  expect(checkAsset(network, { asset: 'USDC', issuer: ISSUER })).toEqual({
    ok: true,
    rail: 'stellar_xlm',
    asset: 'USDC',
    decimals: 7,
    max_units: 2n ** 63n - 1n,
    contract: null,
    issuer: ISSUER,
  })
})

test.each([
  ['ethereum_mainnet', { asset: 'eth' }, 'written exactly so'],
  ['ethereum_mainnet', { asset: 'ЕTH' }, 'written exactly so'],
  ['ethereum_mainnet', { asset: 'USDC' }, 'Give its contract'],
  ['ethereum_mainnet', { asset: 'USDC', contract: BASE_USDC }, 'known tokens'],
  ['ethereum_mainnet', { asset: 'WBTC', contract: OTHER }, 'known tokens'],
  ['ethereum_mainnet', { asset: 'USDC', contract: OTHER.toLowerCase() }, 'no checksum'],
  ['ethereum_mainnet', { asset: 'ETH', contract: OTHER }, 'own coin'],
  ['ethereum_mainnet', { asset: 'ETH', issuer: ISSUER }, 'issuer'],
  ['base_mainnet', { asset: 'ETH' }, 'paid in USDC'],
  ['base_mainnet', { asset: 'USDC', contract: OTHER }, 'known tokens'],
  ['base_mainnet', { asset: 'USDC', contract: BASE_USDC.toLowerCase() }, 'no checksum'],
  ['bitcoin_mainnet', { asset: 'BTC', contract: OTHER }, 'contract'],
  ['bitcoin_mainnet', { asset: 'LTC' }, 'paid in BTC'],
  ['stellar_testnet', { asset: 'USDC' }, 'issuer'],
  ['stellar_testnet', { asset: 'XLM', issuer: ISSUER }, 'own coin'],
  ['stellar_testnet', { asset: 'xlm', issuer: ISSUER }, 'capitals'],
  ['stellar_testnet', { asset: 'USDC', issuer: OTHER }, 'issuer is not usable'],
  ['stellar_testnet', { asset: 'TOOLONGASSETCODE', issuer: ISSUER }, '1 to 12'],
  ['stellar_testnet', { asset: 'USD-C', issuer: ISSUER }, '1 to 12'],
  ['stellar_testnet', { asset: 'USDC', issuer: ISSUER, contract: OTHER }, 'contract'],
  ['solana_mainnet', { asset: 'USDC' }, 'paid in SOL'],
] as const)('%s refuses %j', (network, claim, because) => {
  expect(checkAsset(network, claim)).toMatchObject({ ok: false, reason: expect.stringContaining(because) })
})
