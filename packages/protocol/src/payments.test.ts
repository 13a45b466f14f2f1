import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TOKENS } from './amount.ts'
import { ALL_NETWORK_NAMES, EXTENSION_NETWORK_NAMES, NETWORK_NAMES, RAILS } from './network-names.ts'
import { isNetwork, ledgerOf, NETWORKS, networkOf } from './networks.ts'
import { methodOf, type PaymentFacts } from './payment-facts.ts'
import { isTerminal, mayFollow, PAYMENT_STATUS_NEXT, PAYMENT_STATUSES } from './payment-status.ts'

// The table of moves says what the specification says of every pair (specification 3).
describe('payment status', () => {
  const SPECIFIED = [
    'pending signed',
    'pending rejected',
    'pending expired',
    'pending failed',
    'signed broadcasted',
    'signed failed',
    'broadcasted confirmed',
    'broadcasted failed',
  ]
  const pairs = PAYMENT_STATUSES.flatMap((previous) => PAYMENT_STATUSES.map((next) => [previous, next] as const))

  test.each(pairs)('%s → %s', (previous, next) => {
    expect(mayFollow(previous, next)).toBe(SPECIFIED.includes(`${previous} ${next}`))
  })

  test('there are 49 pairs, nothing follows itself, and nothing leaves a terminal status', () => {
    expect(pairs.length).toBe(49)
    for (const status of PAYMENT_STATUSES) expect(mayFollow(status, status)).toBe(false)
    const terminal = PAYMENT_STATUSES.filter(isTerminal)
    expect(terminal).toEqual(['confirmed', 'failed', 'expired', 'rejected'])
    for (const status of terminal) expect(PAYMENT_STATUS_NEXT[status]).toEqual([])
  })

  test('every status can be reached from pending', () => {
    const reached = new Set<string>(['pending'])
    for (const status of reached) for (const next of PAYMENT_STATUS_NEXT[status as never] as string[]) reached.add(next)
    expect(reached).toEqual(new Set(PAYMENT_STATUSES))
  })
})

// The table against the specification's lists (2.1), and its own sense.
describe('networks', () => {
  test('there are 31 networks and 31 rails, each named once', () => {
    expect(new Set(NETWORK_NAMES).size).toBe(31)
    expect(new Set(RAILS).size).toBe(31)
    expect(Object.keys(NETWORKS)).toEqual([...ALL_NETWORK_NAMES])
  })

  test('every rail is used: each by a network, evm_erc20 by tokens', () => {
    const used = new Set([...NETWORK_NAMES.map((name) => networkOf(name).rail), ...TOKENS.map((token) => token.rail)])
    expect([...used].toSorted()).toEqual([...RAILS].toSorted())
  })

  test('only the two Stellar networks share a rail, and only stellar_testnet is for testing', () => {
    const sharing = NETWORK_NAMES.filter((a) =>
      NETWORK_NAMES.some((b) => a !== b && networkOf(a).rail === networkOf(b).rail),
    )
    expect(sharing).toEqual(['stellar_public', 'stellar_testnet'])
    expect(NETWORK_NAMES.filter((name) => networkOf(name).testnet)).toEqual(['stellar_testnet'])
  })

  test('EVM networks, and only they, have a chain id, and it is theirs alone', () => {
    const ids = ALL_NETWORK_NAMES.map((name) => networkOf(name)).filter(({ address }) => address === 'evm')
    expect(new Set(ids.map(({ chain_id }) => chain_id)).size).toBe(12)
    for (const name of ALL_NETWORK_NAMES)
      expect(networkOf(name).chain_id !== null).toBe(networkOf(name).address === 'evm')
  })

  test('A10: the largest amounts are those of the ledgers', () => {
    expect(NETWORKS.stellar_public.max_units).toBe(9_223_372_036_854_775_807n)
    expect(NETWORKS.solana_mainnet.max_units).toBe(18_446_744_073_709_551_615n)
    expect(NETWORKS.ethereum_mainnet.max_units).toBe(2n ** 256n - 1n)
    expect(NETWORKS.xrpl_mainnet.max_units).toBe(100_000_000_000_000_000n)
    expect(NETWORKS.bitcoin_mainnet.max_units).toBe(2_100_000_000_000_000n)
    for (const name of ALL_NETWORK_NAMES) {
      expect(networkOf(name).max_units).toBeGreaterThanOrEqual(10n ** BigInt(networkOf(name).decimals))
      expect(networkOf(name).max_units.toString().length).toBeLessThanOrEqual(78)
    }
  })

  test('networks beside the specification are test networks, and none has a name of its own list', () => {
    expect([...EXTENSION_NETWORK_NAMES]).toEqual(['base_sepolia'])
    for (const name of EXTENSION_NETWORK_NAMES) {
      expect(networkOf(name).testnet).toBe(true)
      expect([...NETWORK_NAMES]).not.toContain(name)
    }
  })

  test('what is signed for on Base Sepolia is the token that is listed there, on its chain', () => {
    const { ledger, chain_id, asset } = NETWORKS.base_sepolia
    expect(ledger).toMatchObject({ kind: 'evm', reference: 'authorization_nonce', method: 'evm.eip3009', chain_id })
    expect(ledger.method).toBe(methodOf(ledger.reference))
    expect(TOKENS.filter(({ network }) => network === 'base_sepolia')).toEqual([
      { network: 'base_sepolia', asset, contract: ledger.token.contract, decimals: 6, rail: 'base_usdc' },
    ])
  })

  test.each(['bitcoin', 'toString', '__proto__', '', 'STELLAR_TESTNET'])('%j is not a network', (name) => {
    expect(isNetwork(name)).toBe(false)
  })
})

// The links of the vector file, which the tests of every client read too.
describe('sep7', () => {
  interface Vector {
    readonly what: string
    readonly request: Pick<PaymentFacts, 'payment'> & { readonly facts_digest: string }
    readonly link: string | null
    readonly refused: string | null
  }

  const FILE = new URL('../../../tests/vectors/payment-links.json', import.meta.url)
  const { links } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly links: readonly Vector[] }

  test.each(links.filter(({ refused }) => refused === null))('$what', ({ request, link }) => {
    expect(ledgerOf(request.payment.network)?.link(request.payment, request.facts_digest) ?? null).toBe(link)
  })
})
