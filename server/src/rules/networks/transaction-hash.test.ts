import { expect, test } from 'vitest'
import { transactionHashOn } from './check-memo.ts'

const HASH = 'AbCdEf0123456789'.repeat(4)

test('a Stellar hash has one spelling, in lower case; those of other networks keep their case', () => {
  for (const network of ['stellar_testnet', 'stellar_public'] as const) {
    expect(transactionHashOn(network, HASH)).toBe(HASH.toLowerCase())
    expect(transactionHashOn(network, HASH.toLowerCase())).toBe(HASH.toLowerCase())
  }
  for (const network of ['xrpl_mainnet', 'solana_mainnet', 'base_mainnet'] as const) {
    expect(transactionHashOn(network, HASH)).toBe(HASH)
  }
})
