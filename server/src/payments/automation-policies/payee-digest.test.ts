/** One place that money can go to is one entry of a list, however it is written; any other place is another. */

import { TOKENS } from '@pursestrings/protocol/amount'
import { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { expect, test } from 'vitest'
import { VECTORS } from '../../rules/networks/address.vectors.ts'
import { checkAddress } from '../../rules/networks/check-address.ts'
import { checkMemo } from '../../rules/networks/check-memo.ts'
import { payeeDigest } from './policy-payees.ts'

const canonical = (network: (typeof ALL_NETWORK_NAMES)[number], text: string): string => {
  const verdict = checkAddress(network, text)
  if (!verdict.ok) throw new Error(`${network} ${text}: ${verdict.reason}`)
  return verdict.canonical
}
const digest = (network: (typeof ALL_NETWORK_NAMES)[number], text: string, more: object = {}): string =>
  payeeDigest({ network, asset: networkOf(network).asset, address: canonical(network, text), ...more })

test.each(ALL_NETWORK_NAMES)(
  '%s: every encoding of one address is one payee, every other address another',
  (network) => {
    const seen = new Map<string, string>()
    for (const vector of VECTORS[networkOf(network).address].valid) {
      const [text, address] = typeof vector === 'string' ? [vector, vector] : vector
      // The C-Chain refuses what other EVM networks take; the rest of the vectors fits.
      if (!checkAddress(network, text).ok) continue
      expect(digest(network, text)).toBe(digest(network, address))
      const one = seen.get(digest(network, text))
      expect([text, one ?? address]).toEqual([text, address])
      seen.set(digest(network, text), address)
    }
    expect(seen.size).toBeGreaterThan(0)
  },
)

test('encodings of one address that differ do occur, so that the rule above is tried', () => {
  const pairs = Object.values(VECTORS).flatMap(({ valid }) =>
    valid.filter((v) => typeof v !== 'string' && v[0] !== v[1]),
  )
  expect(pairs.length).toBeGreaterThan(5)
})

test('network, asset, contract, issuer and memo each make another payee; name and version do not come in', () => {
  const [address] = VECTORS.stellar.valid.map((v) => (typeof v === 'string' ? v : v[1])) as [string]
  const [evm] = VECTORS.evm.valid as [string]
  const [one, two] = TOKENS as unknown as [{ contract: string }, { contract: string }]
  const all = [
    digest('stellar_testnet', address),
    digest('stellar_public', address),
    digest('stellar_testnet', address, { asset: 'USDC', issuer: address }),
    digest('stellar_testnet', address, { asset: 'EURC', issuer: address }),
    digest('stellar_testnet', address, { memo: '7' }),
    digest('stellar_testnet', address, { memo: 'id:7' }),
    digest('ethereum_mainnet', evm),
    digest('arbitrum_one', evm),
    digest('ethereum_mainnet', evm, { contract: one.contract }),
    digest('ethereum_mainnet', evm, { contract: two.contract }),
  ]
  expect(new Set(all).size).toBe(all.length)
  expect(digest('stellar_testnet', address, { memo: null, contract: null, issuer: null })).toBe(all[0])
  expect(digest('stellar_testnet', address, { name: 'Till', number: 7 })).toBe(all[0])
})

test('a memo counts in its one spelling', () => {
  const spelled = ['id:7', 'id:007'].map((memo) => checkMemo('stellar_testnet', memo))
  for (const verdict of spelled) expect(verdict.ok ? verdict.canonical : 'refused').toMatch(/^id:7$|refused/)
})
