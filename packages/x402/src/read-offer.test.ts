/** What a lying 402 says of chain, token, price, address or time is refused with its outcome, before anything is asked. */
import { describe, expect, test } from 'vitest'
import type { Offer } from './official.ts'
import { X402Refusal } from './outcomes.ts'
import { chooseOffer, readOffer } from './read-offer.ts'

const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const SHOP = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const honest: Offer = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: USDC,
  amount: '250000',
  payTo: SHOP,
  maxTimeoutSeconds: 300,
  extra: { name: 'USDC', version: '2' },
}

const outcomeOf = (lie: Record<string, unknown>): string => {
  try {
    readOffer({ ...honest, ...lie })
    return 'payable'
  } catch (failure) {
    if (!(failure instanceof X402Refusal)) throw failure
    expect(failure.message).toContain('Nothing was asked')
    return failure.outcome
  }
}

test('an honest offer is payable, in the table’s words', () => {
  const priced = {
    network: 'base_sepolia',
    asset: 'USDC',
    contract: USDC,
    address: SHOP,
    units: 250_000n,
    timeout_s: 300,
  }
  expect(readOffer(honest)).toEqual({ ...priced, amount: '0.25' })
  expect(readOffer({ ...honest, payTo: SHOP.toLowerCase(), asset: USDC.toLowerCase() })).toMatchObject(priced)
})

test.each([
  ['1', '0.000001'],
  ['999999', '0.999999'],
  ['1000000', '1'],
  ['1500000', '1.5'],
  ['120000000000', '120000'],
])('%s units are %s USDC', (units, amount) => {
  expect(readOffer({ ...honest, amount: units }).amount).toBe(amount)
})

describe('a lying 402', () => {
  test.each([
    ['chain', { network: 'eip155:8453' }, 'network_not_served'],
    ['ledger of another kind', { network: 'solana:mainnet' }, 'network_not_served'],
    ['scheme', { scheme: 'upto' }, 'network_not_served'],
    ['way to move the token', { extra: { ...honest.extra, assetTransferMethod: 'permit2' } }, 'network_not_served'],
    ['order of paying and delivering', { extra: { ...honest.extra, paymentFlow: 'escrow' } }, 'network_not_served'],
    ['asset', { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }, 'asset_not_known'],
    ['asset that is no address', { asset: 'USDC' }, 'asset_not_known'],
    ['EIP-712 name', { extra: { name: 'USD Coin', version: '2' } }, 'asset_not_known'],
    ['EIP-712 version', { extra: { name: 'USDC', version: '1' } }, 'asset_not_known'],
    ['decimals', { extra: { ...honest.extra, decimals: 18 } }, 'asset_not_known'],
    ['amount with a point', { amount: '0.25' }, 'asset_not_known'],
    ['amount below zero', { amount: '-250000' }, 'asset_not_known'],
    ['amount of nothing', { amount: '0' }, 'asset_not_known'],
    ['amount that is a number', { amount: 250_000 }, 'asset_not_known'],
    ['amount beyond all there is', { amount: '9'.repeat(78) }, 'asset_not_known'],
    [
      'address of another kind',
      { payTo: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H' },
      'payee_not_listed',
    ],
    ['address with a wrong checksum', { payTo: SHOP.replace('3C44', '3c44') }, 'payee_not_listed'],
    ['time without end', { maxTimeoutSeconds: 10 * 365 * 86_400 }, 'authorization_mismatch'],
    ['time of nothing', { maxTimeoutSeconds: 0 }, 'authorization_mismatch'],
    ['time that is no number', { maxTimeoutSeconds: '300' }, 'authorization_mismatch'],
  ])('about the %s is refused', (_what, lie, outcome) => {
    expect(outcomeOf(lie)).toBe(outcome)
  })

  test('is passed over where another of its offers can be paid', () => {
    const elsewhere: Offer = { ...honest, network: 'eip155:8453' }
    expect(chooseOffer([elsewhere, honest])).toBe(honest)
    expect(chooseOffer([elsewhere])).toBe(elsewhere)
    expect(chooseOffer([])).toBeUndefined()
  })
})
