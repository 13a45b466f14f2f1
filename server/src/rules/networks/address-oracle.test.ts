/**
 * Our rules against wallet-core's, over the vectors and thousands of mutations of them. Where they differ, the
 * difference is one of those listed here; each listed one does occur, so the list cannot go stale.
 */
import { NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { type AddressRule, networkOf } from '@pursestrings/protocol/networks'
import { initWasm, type WalletCore } from '@trustwallet/wallet-core'
import { beforeAll, expect, test } from 'vitest'
import { mutations } from './address.mutations.ts'
import { VECTORS } from './address.vectors.ts'
import { checkAddress } from './check-address.ts'

type Coin = Exclude<keyof WalletCore['CoinType'], 'prototype' | 'values'>

/** Starknet is missing: wallet-core does not know it. */
const COINS: Partial<Record<AddressRule, Coin>> = {
  algorand: 'algorand',
  aptos: 'aptos',
  bitcoin: 'bitcoin',
  bitcoin_cash: 'bitcoinCash',
  cardano: 'cardano',
  cosmos: 'cosmos',
  dogecoin: 'dogecoin',
  evm: 'ethereum',
  filecoin: 'filecoin',
  hedera: 'hedera',
  internet_computer: 'internetComputer',
  litecoin: 'litecoin',
  polkadot: 'polkadot',
  solana: 'solana',
  stellar: 'stellar',
  sui: 'sui',
  tezos: 'tezos',
  ton: 'ton',
  xrpl: 'xrp',
}

/** What wallet-core accepts and we refuse on purpose, by what our reason says. */
const STRICTER: Partial<Record<AddressRule, Readonly<Record<string, RegExp>>>> = {
  algorand: { 'zero address': /all-zero/ },
  aptos: { 'short form, no 0x': /not an Aptos/, 'system account': /ledger's own/, 'zero address': /all-zero/ },
  bitcoin: { 'unspendable witness': /no wallet can hold/, 'zero hash': /all-zero/ },
  bitcoin_cash: {
    'legacy spelling': /old spelling/,
    'token-aware spelling': /token-aware/,
    'unknown kind': /not a Bitcoin/,
    'zero hash': /all-zero/,
  },
  cardano: {
    Byron: /Byron/,
    'pointer and other kinds': /base or enterprise/,
    'reward account': /reward account/,
    'zero key': /all-zero/,
  },
  cosmos: { 'other length': /20 or 32 bytes/, validator: /validator/, 'zero account': /all-zero/ },
  evm: { 'no EIP-55': /one letter case/, 'wrong EIP-55': /checksum does not match/, 'zero address': /all-zero/ },
  filecoin: { 'actor id': /actor id/, 'zero hash': /all-zero/ },
  hedera: { 'wrong checksum': /checksum does not/, 'other shard': /not a Hedera/, alias: /alias/, zero: /all-zero/ },
  internet_computer: { 'mixed case': /one letter case/, 'zero account': /all-zero/ },
  polkadot: { 'zero account': /all-zero/ },
  solana: { 'system program': /all-zero/ },
  stellar: { 'zero key': /all-zero/ },
  sui: { 'no 0x': /not a Sui/, 'system object': /ledger's own/, 'zero address': /all-zero/ },
  tezos: { 'zero hash': /all-zero/ },
  ton: { 'raw form': /raw form/, testnet: /testnet/, masterchain: /masterchain/, 'zero account': /all-zero/ },
  xrpl: { 'X-address': /X-address/, 'zero account': /all-zero/ },
}

/** What we accept and wallet-core refuses, by the text. */
const LOOSER: Partial<Record<AddressRule, Readonly<Record<string, RegExp>>>> = {
  bitcoin_cash: { 'all capitals, as CashAddr allows': /^[^a-z]+$/ },
  cardano: { 'all capitals, as bech32 allows': /^[^a-z]+$/ },
  hedera: { 'numbers near 2^63': /\.\d{16,}$/ },
}

let core: WalletCore
beforeAll(async () => {
  core = await initWasm()
})

const compared = NETWORK_NAMES.flatMap((network, i) => {
  const rule = networkOf(network).address
  const coin = COINS[rule]
  const first = NETWORK_NAMES.findIndex((name) => networkOf(name).address === rule) === i
  return first && coin !== undefined ? [{ network, rule, coin }] : []
})

test.each(compared)('$rule agrees with wallet-core except where we mean to differ', ({ network, rule, coin }) => {
  const texts = VECTORS[rule].valid.map((v) => (typeof v === 'string' ? v : v[0]))
  const mutated = texts.flatMap((text) => [...mutations(text, 500)])
  const tried = new Set([...texts, ...VECTORS[rule].invalid.map(([text]) => text), ...mutated])
  const seen = new Set<string>()
  for (const text of tried) {
    const ours = checkAddress(network, text)
    if (ours.ok === core.AnyAddress.isValid(text, core.CoinType[coin])) continue
    const known = Object.entries((ours.ok ? LOOSER : STRICTER)[rule] ?? {})
    const why = known.find(([, pattern]) => pattern.test(ours.ok ? text : ours.reason))?.[0]
    seen.add(why ?? `unexplained: ${text} ${JSON.stringify(ours)}`)
  }
  const listed = [STRICTER, LOOSER].flatMap((list) => Object.keys(list[rule] ?? {}))
  expect([...seen].toSorted()).toEqual(listed.toSorted())
  expect(tried.size).toBeGreaterThan(1000)
})

test('every rule but Starknet is compared', () => {
  const missing = Object.keys(VECTORS).filter((rule) => !compared.some((one) => one.rule === rule))
  expect(missing).toEqual(['starknet'])
})
