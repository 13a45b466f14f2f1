/** What a change widens: whatever is not called wider permits nothing new, whatever the intent. */

import { judgeIntent, type PolicyTerms } from '@pursestrings/protocol/policy-judge'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widenedBy } from './policy-widening.ts'

const XLM = { network: 'stellar_testnet', asset: 'XLM', contract: null, issuer: null, decimals: 7 }
const PAYEES = ['a', 'b', 'c']
const amount = fc.bigInt({ min: 1n, max: 6n })
const orNothing = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 8 })
const terms: fc.Arbitrary<PolicyTerms> = fc.record({
  network: fc.constant(XLM.network),
  asset: fc.constant(XLM.asset),
  contract: fc.constant(null),
  issuer: fc.constant(null),
  decimals: fc.constant(XLM.decimals),
  single_tx_limit: orNothing(amount),
  cumulative_limit: orNothing(amount),
  validity_window: orNothing(fc.tuple(fc.nat(5), fc.nat(4)).map(([from, length]) => ({ from, to: from + 1 + length }))),
  allowlist: orNothing(fc.subarray(PAYEES)),
})

const permitted = (of: PolicyTerms): string[] => {
  const passes: string[] = []
  for (const payee of PAYEES)
    for (let units = 1n; units <= 6n; units++)
      for (let used = 0n; used <= 6n; used++)
        for (let at = 0; at <= 10; at++)
          if (judgeIntent({ status: 'active', terms: of }, used, { ...XLM, units, payee }, at).allowed)
            passes.push([payee, units, used, at].join())
  return passes
}

test('a change that widens nothing permits nothing that was not permitted before, over all intents', () => {
  let narrowing = 0
  fc.assert(
    fc.property(terms, terms, (before, after) => {
      if (widenedBy(before, after).length > 0) return
      narrowing++
      const was = new Set(permitted(before))
      expect(permitted(after).filter((intent) => !was.has(intent))).toEqual([])
    }),
    { numRuns: 1_500, seed: 7 },
  )
  expect(narrowing).toBeGreaterThan(50)
})

test('a change of one threshold that permits something new is called wider by its name', () => {
  let widening = 0
  fc.assert(
    fc.property(
      terms,
      terms,
      fc.constantFrom('single_tx_limit', 'cumulative_limit', 'validity_window', 'allowlist'),
      (before, other, one) => {
        const after = { ...before, [one]: other[one] }
        const was = new Set(permitted(before))
        if (permitted(after).every((intent) => was.has(intent))) return
        widening++
        expect(widenedBy(before, after)).toEqual([one])
      },
    ),
    { numRuns: 1_500, seed: 7 },
  )
  expect(widening).toBeGreaterThan(50)
})

test('each threshold by itself, to either side', () => {
  const base = {
    single_tx_limit: 5n,
    cumulative_limit: 9n,
    validity_window: { from: 10, to: 20 },
    allowlist: ['a', 'b'],
  }
  const CASES = [
    [{ single_tx_limit: 6n }, ['single_tx_limit']],
    [{ single_tx_limit: 4n }, []],
    [{ cumulative_limit: 10n }, ['cumulative_limit']],
    [{ cumulative_limit: 8n }, []],
    [{ validity_window: { from: 9, to: 20 } }, ['validity_window']],
    [{ validity_window: { from: 11, to: 21 } }, ['validity_window']],
    [{ validity_window: { from: 11, to: 19 } }, []],
    [{ allowlist: ['b', 'c'] }, ['allowlist']],
    [{ allowlist: ['b'] }, []],
    [{ allowlist: null }, []],
    [{ single_tx_limit: 1n, cumulative_limit: 99n, allowlist: ['c'] }, ['cumulative_limit', 'allowlist']],
  ] as const
  for (const [change, wider] of CASES) expect(widenedBy(base, { ...base, ...change })).toEqual(wider)
})
