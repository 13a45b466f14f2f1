import { expect, test } from 'vitest'
import type { PaidLately } from '../requests/lists.ts'
import { spentOf } from './spent-of.ts'

const paid = (amount: string, more: object = {}, connection_id = 'con_1') =>
  ({ connection_id, payment: { asset: 'XLM', decimals: 7, amount, ...more } }) as unknown as PaidLately

test('an agent’s payments are added up exactly, and never over assets or agents', () => {
  const all = [
    paid('0.1'),
    paid('0.2'),
    paid('922337203685.4775807'),
    paid('5', { asset: 'USD', issuer: 'GA' }),
    paid('7', { asset: 'USD', issuer: 'GB' }),
    paid('9', {}, 'con_2'),
  ]
  expect(spentOf(all, 'con_1')).toEqual([
    { asset: 'XLM', amount: '922337203685.7775807' },
    { asset: 'USD', amount: '5' },
    { asset: 'USD', amount: '7' },
  ])
  expect(spentOf(all, 'con_3')).toEqual([])
})
