/**
 * The judge against a model that was written apart from it, over 100,000 cases drawn so that every threshold is often just
 * held and just exceeded. The model counts in plain numbers and asks what forbids, where the judge asks what
 * permits.
 */
import { expect, test } from 'vitest'
import { POLICY_STATUSES } from './payment-status.ts'
import { type Intent, type JudgedPolicy, judgeIntent, type PolicyTerms, THRESHOLDS } from './policy-judge.ts'

const CASES = 100_000
const NOON = Date.UTC(2026, 10, 15, 12)
const PAYEES = ['a1', 'b2', 'c3', 'd4'] as const

/** The same cases at every run: mulberry32. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const XLM = { network: 'stellar_testnet', asset: 'XLM', contract: null, issuer: null, decimals: 7 }
const OTHERS = [
  { network: 'stellar_public' },
  { network: 'stellar-testnet' },
  { asset: 'USDC' },
  { issuer: 'GISSUER' },
  { contract: '0xC0' },
  { decimals: 6 },
]

interface Case {
  readonly policy: JudgedPolicy | undefined
  readonly used: bigint
  readonly intent: Intent
  readonly at: number
}

const draw = (random: (below: number) => number): Case => {
  const near = (n: number) => n + random(3) - 1
  const missing = () => random(40) === 0
  const [single, cumulative] = [1 + random(50), 1 + random(200)]
  const from = NOON + random(1_000)
  const to = from + 1 + random(1_000)
  const units = random(3) === 0 ? near(single) : random(60)
  const used = random(3) === 0 ? Math.max(0, near(cumulative - units)) : random(220)
  const terms: PolicyTerms = {
    ...XLM,
    single_tx_limit: missing() ? null : BigInt(single),
    cumulative_limit: missing() ? null : BigInt(cumulative),
    validity_window: missing() ? null : { from, to },
    allowlist: missing() ? null : PAYEES.filter(() => random(2) === 0),
  }
  const at = [near(from), near(to), from + random(Math.max(1, to - from)), NOON - 5_000 + random(10_000)][random(4)]
  const status = random(10) === 0 ? POLICY_STATUSES[random(POLICY_STATUSES.length)] : 'active'
  const counted = random(25) === 0 ? { ...XLM, ...OTHERS[random(OTHERS.length)] } : XLM
  return {
    policy: random(50) === 0 ? undefined : { status: status ?? 'active', terms },
    used: BigInt(used),
    intent: { ...counted, units: BigInt(units), payee: PAYEES[random(PAYEES.length)] ?? 'a1' },
    at: at ?? NOON,
  }
}

/** What forbids the payment, threshold by threshold, as a set of sentences; nothing else is looked at. */
const model = ({ policy, used, intent, at }: Case): string[] => {
  if (policy === undefined || policy.status !== 'active') return [...THRESHOLDS]
  const { terms } = policy
  const inKind = (['network', 'asset', 'contract', 'issuer', 'decimals'] as const).every((k) => terms[k] === intent[k])
  if (!inKind) return [...THRESHOLDS]
  const amount = Number(intent.units)
  const forbids: Record<string, boolean> = {
    single_tx_limit: terms.single_tx_limit === null || amount < 1 || amount > Number(terms.single_tx_limit),
    cumulative_limit:
      terms.cumulative_limit === null || amount < 1 || Number(terms.cumulative_limit) - Number(used) < amount,
    validity_window:
      terms.validity_window === null || at < terms.validity_window.from || at > terms.validity_window.to - 1,
    allowlist: !new Set(terms.allowlist ?? []).has(intent.payee),
  }
  return Object.keys(forbids).filter((name) => forbids[name])
}

test('100,000 cases: the judge and the model name the same thresholds, and every subset of them occurs', () => {
  const random = randomOf(20_261_115)
  const subsets = new Map<string, number>()
  for (let n = 0; n < CASES; n++) {
    const given = draw(random)
    const verdict = judgeIntent(given.policy, given.used, given.intent, given.at)
    const expected = model(given)
    if (verdict.triggered.join() !== expected.join() || verdict.allowed !== (expected.length === 0)) {
      expect({ ...given, verdict }).toEqual({ ...given, verdict: expected })
    }
    const key = expected.join()
    subsets.set(key, (subsets.get(key) ?? 0) + 1)
  }
  expect(subsets.size).toBe(16)
  for (const [subset, count] of subsets) expect([subset, count > 100]).toEqual([subset, true])
})

const policyOf = (more: Partial<PolicyTerms> = {}, status: JudgedPolicy['status'] = 'active'): JudgedPolicy => ({
  status,
  terms: {
    ...XLM,
    single_tx_limit: 10n,
    cumulative_limit: 100n,
    validity_window: { from: NOON, to: NOON + 1_000 },
    allowlist: ['a1'],
    ...more,
  },
})
const intentOf = (more: Partial<Intent> = {}): Intent => ({ ...XLM, units: 10n, payee: 'a1', ...more })

test.each(Array.from({ length: 16 }, (_, bits) => [THRESHOLDS.filter((_t, i) => bits & (1 << i))] as const))(
  'exactly %j are named when exactly they do not hold',
  (wanted) => {
    const over = (name: string) => (wanted as readonly string[]).includes(name)
    const policy = policyOf({ single_tx_limit: over('single_tx_limit') ? 9n : 10n })
    const verdict = judgeIntent(
      policy,
      over('cumulative_limit') ? 91n : 90n,
      intentOf({ payee: over('allowlist') ? 'b2' : 'a1' }),
      over('validity_window') ? NOON + 1_000 : NOON,
    )
    expect(verdict).toEqual({
      allowed: wanted.length === 0,
      triggered: wanted,
      rule: wanted[0] ?? 'within_policy',
    })
  },
)

test.each([
  ['one millisecond before it begins', NOON - 1, false],
  ['as it begins', NOON, true],
  ['one millisecond later', NOON + 1, true],
  ['one millisecond before it ends', NOON + 999, true],
  ['as it ends', NOON + 1_000, false],
  ['one millisecond after', NOON + 1_001, false],
  ['at no time at all', Number.NaN, false],
])('the window is half-open: %s', (_, at, allowed) => {
  expect(judgeIntent(policyOf(), 0n, intentOf(), at).allowed).toBe(allowed)
})

test.each([
  ['no policy', undefined, 'no_policy'],
  ['a draft', policyOf({}, 'draft'), 'not_opted_in'],
  ['one that awaits consent', policyOf({}, 'awaiting_consent'), 'not_opted_in'],
  ['a paused one', policyOf({}, 'paused'), 'paused'],
  ['a withdrawn one', policyOf({}, 'withdrawn'), 'withdrawn'],
  ['one for another issuer', policyOf({ issuer: 'GOTHER' }), 'asset_mismatch'],
] as const)('%s permits nothing: all four are named', (_, policy, rule) => {
  expect(judgeIntent(policy, 0n, intentOf(), NOON)).toEqual({ allowed: false, triggered: THRESHOLDS, rule })
})

test('a network that nobody knows is refused even by a policy that names it', () => {
  const policy = policyOf({ network: 'moonnet' })
  expect(judgeIntent(policy, 0n, intentOf({ network: 'moonnet' }), NOON).rule).toBe('unknown_network')
})

test.each(THRESHOLDS)('a missing %s denies and is named', (threshold) => {
  const verdict = judgeIntent(policyOf({ [threshold]: null }), 0n, intentOf(), NOON)
  expect(verdict).toEqual({ allowed: false, triggered: [threshold], rule: 'threshold_missing' })
})

test('amounts beyond what a double can count are compared exactly', () => {
  const limit = 2n ** 63n - 1n
  const policy = policyOf({ single_tx_limit: limit, cumulative_limit: limit })
  expect(judgeIntent(policy, 0n, intentOf({ units: limit }), NOON).allowed).toBe(true)
  expect(judgeIntent(policy, 1n, intentOf({ units: limit }), NOON).triggered).toEqual(['cumulative_limit'])
  expect(judgeIntent(policy, 0n, intentOf({ units: limit + 1n }), NOON).triggered).toEqual([
    'single_tx_limit',
    'cumulative_limit',
  ])
  for (const units of [0n, -1n]) expect(judgeIntent(policy, 5n, intentOf({ units }), NOON).allowed).toBe(false)
})
