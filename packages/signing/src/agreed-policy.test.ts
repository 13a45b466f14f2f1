import type { AutomationPolicy, PaymentFacts } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { type AgreedPolicy, agreedOf, judgeAgreed, usedOf } from './agreed-policy.ts'
import type { Entry } from './journal.ts'

const TILL = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
const OTHER = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7'
const NOW = Date.parse('2026-11-18T12:00:00Z')

const policy = {
  id: 'pol_1',
  connection_id: 'con_1',
  network: 'stellar_testnet',
  asset: 'XLM',
  decimals: 7,
  single_tx_limit: '5',
  cumulative_limit: '12',
  validity_window: { from: '2026-11-18T00:00:00Z', to: '2026-11-19T00:00:00Z' },
  payees: [{ recipient_id: 'rcp_1', address: TILL }],
  proposed: null,
} as unknown as AutomationPolicy
const agreed: AgreedPolicy = agreedOf(policy, 'ab')

const asked = (payment: Partial<PaymentFacts['payment']> = {}, about: object = {}) => ({
  policy_id: 'pol_1',
  facts: {
    connection_id: 'con_1',
    payment: {
      rail: 'stellar',
      network: 'stellar_testnet',
      asset: 'XLM',
      decimals: 7,
      amount: '5',
      to: TILL,
      ...payment,
    },
  } as unknown as PaymentFacts,
  ...about,
})

test('what is within every limit may be paid without asking, up to the very limit', () => {
  expect(judgeAgreed(agreed, asked(), 70_000_000n, NOW)).toBeUndefined()
})

test.each([
  ['above the limit for one payment', asked({ amount: '5.0000001' }), 0n, NOW, 'single_tx_limit'],
  ['above the total', asked(), 70_000_001n, NOW, 'cumulative_limit'],
  ['before its time', asked(), 0n, Date.parse('2026-11-17T23:59:59Z'), 'validity_window'],
  ['after its time', asked(), 0n, Date.parse('2026-11-19T00:00:00Z'), 'validity_window'],
  ['to another address', asked({ to: OTHER }), 0n, NOW, 'allowlist'],
  ['with a memo that nobody agreed to', asked({ memo: 'id:7' }), 0n, NOW, 'allowlist'],
  ['in another asset', asked({ asset: 'USD', issuer: OTHER }), 0n, NOW, 'asset_mismatch'],
  ['under another policy', asked({}, { policy_id: 'pol_2' }), 0n, NOW, 'no_policy'],
  ['under no policy', asked({}, { policy_id: undefined }), 0n, NOW, 'no_policy'],
])('asks: %s', (_, payable, used, at, rule) => {
  expect(judgeAgreed(agreed, payable, used, at)).toBe(rule)
})

test('asks: over another connection', () => {
  const { facts } = asked()
  expect(judgeAgreed(agreed, asked({}, { facts: { ...facts, connection_id: 'con_2' } }), 0n, NOW)).toBe('no_policy')
})

test('an amount that nobody can read is within no limit', () => {
  for (const amount of ['1e1', '-1', '0', '', '5 '])
    expect(judgeAgreed(agreed, asked({ amount }), 0n, NOW)).toBe('single_tx_limit')
})

test('wider terms are agreed to as they were shown: those of the proposal', () => {
  const proposed = { ...policy, single_tx_limit: '9' }
  const wider = agreedOf({ ...policy, proposed } as unknown as AutomationPolicy, 'cd')
  expect(wider.single_tx_limit).toBe('9')
  expect(judgeAgreed(wider, asked({ amount: '9' }), 0n, NOW)).toBeUndefined()
})

test('whatever was signed under the policy counts, and only what was erased unsent does not', () => {
  const entry = (state: Entry['state'], units: string, policy_id = 'pol_1') =>
    ({ state, within: { policy_id, units } }) as unknown as Entry
  const entries = [
    entry('signed', '1'),
    entry('claimed', '20'),
    entry('settled', '300'),
    entry('reported', '4000'),
    entry('erased', '50000'),
    entry('reported', '600000', 'pol_2'),
    { state: 'reported' } as Entry,
  ]
  expect(usedOf(entries, 'pol_1')).toBe(4321n)
})
