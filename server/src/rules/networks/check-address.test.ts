/** checkAddress: contract section 2 (checksum included) and reliability A16 (one spelling per destination). */
import { fc, test as property } from '@fast-check/vitest'
import { TOKENS } from '@pursestrings/protocol/amount'
import { ALL_NETWORK_NAMES, type Network } from '@pursestrings/protocol/network-names'
import { type AddressRule, networkOf } from '@pursestrings/protocol/networks'
import { describe, expect, test } from 'vitest'
import { mutations, SAME_SHAPE, spoiled, substitutions } from './address.mutations.ts'
import { VECTORS } from './address.vectors.ts'
import { checkAddress } from './check-address.ts'

const canonicalOf = (network: Network, text: string) => {
  const verdict = checkAddress(network, text)
  return verdict.ok ? verdict.canonical : undefined
}

const cases = ALL_NETWORK_NAMES.map((network) => {
  const rule = networkOf(network).address
  const valid = VECTORS[rule].valid.map((v) => (typeof v === 'string' ? ([v, v] as const) : v))
  const foreign = Object.entries(VECTORS).flatMap(
    ([
      other,
      {
        valid: [first],
      },
    ]) => {
      const alike = other === rule || (SAME_SHAPE.includes(rule) && SAME_SHAPE.some((name) => name === other))
      return alike || first === undefined ? [] : [typeof first === 'string' ? first : first[0]]
    },
  )
  const made = valid.flatMap(([text]) => spoiled(text))
  return { network, rule, valid, invalid: [...VECTORS[rule].invalid.map(([text]) => text), ...foreign, ...made] }
})

describe.each(cases)('$network', ({ network, valid, invalid }) => {
  test('accepts every known address and answers its canonical spelling', () => {
    for (const [text, canonical] of valid) expect(checkAddress(network, text)).toEqual({ ok: true, canonical })
  })

  test('refuses every known mistake with a reason that does not repeat the text', () => {
    const badly = invalid.filter((text) => {
      const verdict = checkAddress(network, text)
      return (
        verdict.ok || !/^[A-Z].{30,}[.…]$/.test(verdict.reason) || (text.length > 12 && verdict.reason.includes(text))
      )
    })
    expect(badly).toEqual([])
  })

  test('leaves a canonical spelling as it is', () => {
    const accepted = valid
      .flatMap(([text]) => [text, ...mutations(text, 200)])
      .flatMap((text) => canonicalOf(network, text) ?? [])
    expect(accepted.map((canonical) => canonicalOf(network, canonical))).toEqual(accepted)
  })

  property.prop([fc.string({ unit: 'binary', maxLength: 200 })])('answers, and never throws, on any text', (text) => {
    expect(checkAddress(network, text)).toHaveProperty('ok')
  })
})

/**
 * The share of one-character mistakes a ledger's own checksum may let through; 0 for every rule not named. EIP-55 has
 * one bit per letter, SS58 has 16 bits, Hedera's and Starknet's checksums are optional, and three ledgers have none.
 */
const MISSED_AT_MOST: Partial<Record<AddressRule, number>> = {
  evm: 0.005,
  polkadot: 0.001,
  hedera: 1,
  starknet: 1,
  solana: 1,
  sui: 1,
  aptos: 1,
}

const oncePerRule = cases.filter(({ rule }, i) => cases.findIndex((other) => other.rule === rule) === i)

test.each(oncePerRule)(
  '$rule: one wrong character makes another destination no oftener than the checksum allows',
  ({ network, rule, valid }) => {
    for (const [text, canonical] of valid) {
      const all = [...substitutions(text)].map((other) => checkAddress(network, other))
      const taken = all.filter((verdict) => verdict.ok && verdict.canonical !== canonical)
      expect(taken.length / all.length).toBeLessThanOrEqual(MISSED_AT_MOST[rule] ?? 0)
    }
  },
)

test('every network has at least 5 accepted and 10 refused texts', () => {
  const counts = cases.map(({ network, rule, valid, invalid }) => {
    return { network, valid: valid.length, refused_by_hand: VECTORS[rule].invalid.length, refused: invalid.length }
  })
  console.table(counts)
  expect(counts).toHaveLength(32)
  expect(counts.filter((c) => c.valid < 5 || c.refused_by_hand < 10)).toEqual([])
  expect(cases.every(({ valid }) => new Set(valid.map(([text]) => text)).size === valid.length)).toBe(true)
})

test.each(['0.0.123-vfmkw', '0.0.1234567890-zbhlt'])('Hedera: %s with one wrong character is refused', (text) => {
  const taken = [...substitutions(text)].filter((other) => checkAddress('hedera_mainnet', other).ok)
  expect(taken).toEqual([])
})

test('Starknet: a checksummed address with one wrong character is nearly always refused', () => {
  const [text = ''] = cases.find(({ rule }) => rule === 'starknet')?.valid[0] ?? []
  const all = [...substitutions(text)]
  expect(text).toMatch(/[A-F]/)
  expect(all.filter((other) => checkAddress('starknet_mainnet', other).ok).length / all.length).toBeLessThan(0.001)
})

test("a token's contract is not a payee on its own network", () => {
  for (const { network, contract } of TOKENS) {
    expect(checkAddress(network, contract)).toMatchObject({ ok: false, reason: expect.stringContaining('contract') })
  }
})

test('a text of a megabyte is refused at once', () => {
  const started = performance.now()
  for (const network of ALL_NETWORK_NAMES) expect(checkAddress(network, '1'.repeat(1_000_000)).ok).toBe(false)
  expect(performance.now() - started).toBeLessThan(1_000)
})
