import type { Intent, JudgedPolicy } from '@pursestrings/protocol/policy-judge'
import { expect, test } from 'vitest'
import { outcomeOf, type PastStep, replayPolicy } from './policy-replay.ts'

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
