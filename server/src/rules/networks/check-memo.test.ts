/** checkMemo: what travels beside the payment, in one spelling. */
import { fc, test as property } from '@fast-check/vitest'
import { NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { expect, test } from 'vitest'
import { checkMemo } from './check-memo.ts'

test.each([
  ['stellar_testnet', 'INV-2026-0042', 'text', 'INV-2026-0042'],
  ['stellar_public', '12345', 'text', '12345'],
  ['stellar_public', 'ä'.repeat(14), 'text', 'ä'.repeat(14)],
  ['stellar_public', 'id:0', 'uint', 'id:0'],
  ['stellar_public', 'id:18446744073709551615', 'uint', 'id:18446744073709551615'],
  ['stellar_public', `hash:${'AB'.repeat(32)}`, 'hash', `hash:${'ab'.repeat(32)}`],
  ['xrpl_mainnet', '0', 'uint', '0'],
  ['xrpl_mainnet', '4294967295', 'uint', '4294967295'],
  ['internet_computer', '18446744073709551615', 'uint', '18446744073709551615'],
  ['hedera_mainnet', 'x'.repeat(100), 'text', 'x'.repeat(100)],
  ['cosmos_hub', '107513286', 'text', '107513286'],
  ['ton_mainnet', 'order 7', 'text', 'order 7'],
] as const)('%s carries %j as %s', (network, memo, kind, canonical) => {
  expect(checkMemo(network, memo)).toEqual({ ok: true, kind, canonical })
})

test.each([
  ['stellar_testnet', '', 'empty'],
  ['stellar_testnet', 'x'.repeat(29), '28 bytes'],
  ['stellar_testnet', 'ä'.repeat(15), '28 bytes'],
  ['stellar_testnet', 'id:18446744073709551616', 'whole number'],
  ['stellar_testnet', 'id:', 'whole number'],
  ['stellar_testnet', 'id:01', 'whole number'],
  ['stellar_testnet', 'hash:abc', '64 hexadecimal'],
  ['stellar_testnet', 'a\u202eb', 'invisible'],
  ['stellar_testnet', 'a\0b', 'invisible'],
  ['stellar_testnet', '\ud800', 'invisible'],
  ['stellar_testnet', ' a', 'space'],
  ['stellar_testnet', 'e\u0301', 'separate marks'],
  ['xrpl_mainnet', '4294967296', 'destination tag'],
  ['xrpl_mainnet', '-1', 'destination tag'],
  ['xrpl_mainnet', '1e3', 'destination tag'],
  ['xrpl_mainnet', '１', 'destination tag'],
  ['xrpl_mainnet', '1'.repeat(1_000_000), 'destination tag'],
  ['hedera_mainnet', 'x'.repeat(101), '100 bytes'],
  ['ethereum_mainnet', 'hello', 'no memo'],
  ['bitcoin_mainnet', 'hello', 'no memo'],
] as const)('%s refuses %j', (network, memo, because) => {
  expect(checkMemo(network, memo)).toMatchObject({ ok: false, reason: expect.stringContaining(because) })
})

property.prop([fc.constantFrom(...NETWORK_NAMES), fc.string({ unit: 'binary', maxLength: 300 })])(
  'a canonical memo is left as it is, and only networks with a memo take one',
  (network, memo) => {
    const verdict = checkMemo(network, memo)
    expect(verdict.ok ? checkMemo(network, verdict.canonical) : verdict).toEqual(verdict)
    expect(verdict.ok && networkOf(network).memo.kind === 'none').toBe(false)
  },
)
