import { type Intent, type JudgedPolicy, judgeIntent, type PolicyTerms } from '@pursestrings/protocol/policy-judge'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcomeOf, type PastStep, replayPolicy, widenedBy } from './policy-replay.ts'

describe('policy replay', () => {
  const XLM = { network: 'stellar_testnet', asset: 'XLM', contract: null, issuer: null, decimals: 7 }
  const policy: JudgedPolicy = {
    status: 'active',
    terms: {
      ...XLM,
      single_tx_limit: 10n,
      cumulative_limit: 10n,
      validity_window: { from: 0, to: 100 },
      allowlist: ['p'],
    },
  }
  const intent = (units: bigint, agent_payment_id: string | null, more: Partial<Intent> = {}): PastStep => ({
    kind: 'intent',
    at: 1,
    intent: { ...XLM, units, payee: 'p', ...more },
    agent_payment_id,
  })
  const release = (agent_payment_id: string, units: bigint, own = true): PastStep => ({
    kind: 'release',
    agent_payment_id,
    units,
    own,
  })
  const outcomes = (used: bigint, steps: PastStep[], by = policy) =>
    replayPolicy(by, used, steps).map(outcomeOf).join(' ')

  test('what passes is used, and what is given back is there again', () => {
    const steps = [intent(6n, 'one'), intent(6n, null), release('one', 6n), intent(6n, 'two')]
    expect(outcomes(0n, steps)).toBe('passed asked passed')
  })

  test('a payment that the replay does not let through gives nothing back', () => {
    const narrow = { ...policy, terms: { ...policy.terms, single_tx_limit: 4n } }
    const steps = [intent(6n, 'one'), intent(4n, 'two'), release('one', 6n), intent(4n, 'three'), intent(4n, 'four')]
    expect(outcomes(0n, steps, narrow)).toBe('asked passed passed asked')
  })

  test('what was used before the days began comes back in them if it was this policy that had given it', () => {
    expect(outcomes(10n, [intent(5n, null), release('earlier', 5n), intent(5n, 'one')])).toBe('asked passed')
    expect(outcomes(10n, [release('of another policy', 5n, false), intent(5n, null)])).toBe('asked')
  })

  test('another asset is refused, not asked: the policy does not speak of it', () => {
    expect(outcomes(0n, [intent(1n, null, { asset: 'USDC' })])).toBe('refused')
  })

  test('20,000 steps take a fraction of the second that a backtest may take', () => {
    const wide = { ...policy, terms: { ...policy.terms, cumulative_limit: 10n ** 18n } }
    const steps = Array.from({ length: 10_000 }, (_, i) => [intent(5n, `p${i}`), release(`p${i}`, 5n)]).flat()
    const began = performance.now()
    expect(replayPolicy(wide, 0n, steps).every((verdict) => verdict.allowed)).toBe(true)
    // Measured at 10 ms; a loaded machine is forgiven much.
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})

/** What a change widens: whatever is not called wider permits nothing new, whatever the intent. */
describe('policy widening', () => {
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
    validity_window: orNothing(
      fc.tuple(fc.nat(5), fc.nat(4)).map(([from, length]) => ({ from, to: from + 1 + length })),
    ),
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
})
