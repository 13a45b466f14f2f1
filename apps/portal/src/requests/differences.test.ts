import { expect, test } from 'vitest'
import { differencesIn } from './differences.ts'

const asked = { amount: '12.5', asset: 'XLM', to: 'GA', memo_kind: 'none' }

test('each field stands as it was requested and as the ledger has it, with what is wrong beside its own field', () => {
  const received = { ...asked, amount: '12', memo_kind: 'text', memo: '6869' }
  const rows = differencesIn([{ seen: { expected: asked, received, mismatches: ['amount_short', 'memo_unexpected'] } }])
  expect(rows).toEqual([
    { field: 'amount', expected: '12.5 XLM', received: '12 XLM', mismatch: 'amount_short' },
    { field: 'memo', expected: undefined, received: 'hi', mismatch: 'memo_unexpected' },
    { field: 'address', expected: 'GA', received: 'GA', mismatch: undefined },
    { field: 'asset', expected: 'XLM', received: 'XLM', mismatch: undefined },
  ])
})

test('a payment that came late has a row for its time, and another issuer is another asset', () => {
  const received = { ...asked, issuer: 'GI', to: 'GB' }
  const mismatches = ['late_payment', 'wrong_issuer', 'wrong_destination']
  const rows = differencesIn([{ seen: { expected: asked, received, mismatches } }]) ?? []
  expect(rows.map(({ field, mismatch }) => [field, mismatch])).toEqual([
    ['amount', undefined],
    ['memo', undefined],
    ['address', 'wrong_destination'],
    ['asset', 'wrong_issuer'],
    ['time', 'late_payment'],
  ])
  expect(rows.find(({ field }) => field === 'asset')?.received).toBe('XLM:GI')
})

test('what cannot be compared makes no table; the first finding that can does', () => {
  expect(differencesIn([{ seen: {} }])).toBeUndefined()
  expect(differencesIn([{ seen: {} }, { seen: { expected: asked, received: asked } }])).toHaveLength(4)
})
