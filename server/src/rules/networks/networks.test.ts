import { fc, test as property } from '@fast-check/vitest'
import { TOKENS } from '@pursestrings/protocol/amount'
import { ALL_NETWORK_NAMES, type Network } from '@pursestrings/protocol/network-names'
import { type AddressRule, networkOf } from '@pursestrings/protocol/networks'
import { initWasm, type WalletCore } from '@trustwallet/wallet-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { mutations } from './address.mutations.ts'
import { VECTORS } from './address.vectors.ts'
import { checkAddress } from './check-address.ts'
import { checkAsset } from './check-asset.ts'
import { checkMemo, transactionHashOn } from './check-memo.ts'

// checkAsset: the rail, the decimals and the ceiling come from our tables.
describe('check asset', () => {
  const ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
  const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const OWN_TOKENS: Record<string, string> = {
    base_mainnet: BASE_USDC,
    base_sepolia: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  }
  const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  test.each(ALL_NETWORK_NAMES)('%s moves its own asset by its own rail', (network) => {
    const { rail, asset, decimals, max_units } = networkOf(network)
    const contract = OWN_TOKENS[network] ?? null
    expect(checkAsset(network, { asset })).toEqual({
      ok: true,
      rail,
      asset,
      decimals,
      max_units,
      contract,
      issuer: null,
    })
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
})

// checkMemo: what travels beside the payment, in one spelling.
describe('check memo', () => {
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

  property.prop([fc.constantFrom(...ALL_NETWORK_NAMES), fc.string({ unit: 'binary', maxLength: 300 })])(
    'a canonical memo is left as it is, and only networks with a memo take one',
    (network, memo) => {
      const verdict = checkMemo(network, memo)
      expect(verdict.ok ? checkMemo(network, verdict.canonical) : verdict).toEqual(verdict)
      expect(verdict.ok && networkOf(network).memo.kind === 'none').toBe(false)
    },
  )
})

describe('transaction hash', () => {
  const HASH = 'AbCdEf0123456789'.repeat(4)

  test('a Stellar hash has one spelling, in lower case; those of other networks keep their case', () => {
    for (const network of ['stellar_testnet', 'stellar_public'] as const) {
      expect(transactionHashOn(network, HASH)).toBe(HASH.toLowerCase())
      expect(transactionHashOn(network, HASH.toLowerCase())).toBe(HASH.toLowerCase())
      expect(transactionHashOn(network, `0x${HASH}`)).toBe(HASH.toLowerCase())
    }
    for (const network of ['xrpl_mainnet', 'solana_mainnet', 'base_mainnet'] as const) {
      expect(transactionHashOn(network, HASH)).toBe(HASH)
    }
  })
})

// A mistake we can name is named, so that the person knows what to give instead.
describe('address reasons', () => {
  test.each<[Network, text: string, says: string]>([
    ['ethereum_mainnet', '', 'empty'],
    ['ethereum_mainnet', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ', 'a space or line break'],
    ['ethereum_mainnet', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeАed', 'U+0410'],
    ['ethereum_mainnet', 'a'.repeat(129), 'longer than any address'],
    ['ethereum_mainnet', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'one letter case'],
    ['ethereum_mainnet', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum does not match'],
    ['avalanche_c_chain', 'X-avax1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc52qphlp', 'C-Chain'],
    ['bitcoin_mainnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin testnet'],
    ['bitcoin_mainnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'Bitcoin testnet'],
    ['bitcoin_mainnet', 'BC1SW50QGDZ25J', 'no wallet can hold'],
    ['litecoin_mainnet', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'begins with M'],
    ['bitcoin_cash_mainnet', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'old spelling'],
    ['bitcoin_cash_mainnet', 'bitcoincash:zr6m7j9njldwwzlg9v7v53unlr4jkmx6eycnjehshe', 'token-aware'],
    ['stellar_testnet', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK', 'muxed'],
    ['stellar_testnet', 'CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE', 'contract'],
    ['stellar_testnet', 'SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR', 'secret key'],
    ['xrpl_mainnet', 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', 'secret key'],
    ['xrpl_mainnet', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'X-address'],
    [
      'solana_mainnet',
      '5n11N8nF8udNgcULtY35cq71W4gWgKQ2B9z9GZSNnSWbZjfy3LuAaYeAQJn7pTFpVV45bJj7vxGpn9XZtqrQXDGe',
      'secret key',
    ],
    ['sui_mainnet', `0x${'0'.repeat(64)}`, 'all-zero'],
    ['sui_mainnet', `0x${'0'.repeat(63)}2`, "ledger's own code"],
    ['ton_mainnet', '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e', 'raw form'],
    ['ton_mainnet', 'kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP', 'testnet'],
    ['cardano_mainnet', 'Ae2tdPwUPEZLs4HtbuNey7tK4hTKrwNwYtGqp7bDfCy2WdR3P6735W5Yfpe', 'Byron'],
    ['cardano_mainnet', 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'reward account'],
    ['cardano_mainnet', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz', 'testnet'],
    ['cosmos_hub', 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0', 'validator'],
    ['cosmos_hub', 'osmo1dz4cpjnw8l7egpluptvv46yx8dtshweljhazdl', 'another chain'],
    ['polkadot_mainnet', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'another Substrate chain'],
    ['hedera_mainnet', '0x00000000000000000000000000000000000004d2', 'alias'],
    ['internet_computer', 'ryjl3-tyaaa-aaaaa-aaaba-cai', 'principal'],
    ['filecoin_mainnet', 'f01024', 'actor id'],
    ['filecoin_mainnet', 't17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy', 'testnet'],
  ])('%s, %j: %s', (network, text, says) => {
    expect(checkAddress(network, text)).toMatchObject({ ok: false, reason: expect.stringContaining(says) })
  })
})

// Our rules against wallet-core's, over the vectors and thousands of mutations of them. Where they differ, the
// difference is one of those listed here; each listed one does occur, so the list cannot go stale.
describe('address oracle', () => {
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

  const compared = ALL_NETWORK_NAMES.flatMap((network, i) => {
    const rule = networkOf(network).address
    const coin = COINS[rule]
    const first = ALL_NETWORK_NAMES.findIndex((name) => networkOf(name).address === rule) === i
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
})
