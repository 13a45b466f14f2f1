import type { AutomationPolicy } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { isWider, limitsOf, termsOf } from './limits.ts'

const policy = {
  single_tx_limit: '10',
  cumulative_limit: '100',
  decimals: 7,
  validity_window: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  allowlist: ['rcp_1', 'rcp_2'],
} as unknown as AutomationPolicy
const now = limitsOf(policy)

test('a form begins with the terms in force, which change nothing and widen nothing', () => {
  expect(now).toEqual({ single: '10', total: '100', until: '2026-11-30', payees: ['rcp_1', 'rcp_2'] })
  expect([termsOf(policy, now), isWider(policy, now)]).toEqual([undefined, false])
})

test('only what differs is sent, whichever order payees stand in', () => {
  expect(termsOf(policy, { ...now, single: '15', payees: ['rcp_2', 'rcp_1'] })).toEqual({ single_tx_limit: '15' })
  expect(termsOf(policy, { ...now, until: '2026-12-31' })).toEqual({
    validity_window: { from: '2026-11-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' },
  })
})

test.each([{ single: '15' }, { total: '100.0000001' }, { until: '2026-12-01' }, { payees: ['rcp_1', 'rcp_3'] }])(
  '%j allows more than the payer agreed to',
  (change) => {
    expect(isWider(policy, { ...now, ...change })).toBe(true)
  },
)

test.each([{ single: '9.5' }, { total: '80' }, { until: '2026-11-15' }, { payees: ['rcp_1'] }])(
  '%j only lowers limits',
  (change) => {
    expect([isWider(policy, { ...now, ...change }), termsOf(policy, { ...now, ...change })]).toEqual([
      false,
      expect.any(Object),
    ])
  },
)

test.each([{ single: '' }, { total: '1e9' }, { until: '' }, { payees: [] }, { until: '2026-10-01' }])(
  '%j cannot be proposed',
  (change) => {
    expect(termsOf(policy, { ...now, ...change })).toBeUndefined()
  },
)
