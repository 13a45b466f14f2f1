import type { PaymentRequest } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { daysOf } from './day-sums.ts'

interface Differs {
  readonly assurance?: string
  readonly asset?: string
  readonly network?: string
}
const request = (day: number, amount: string, { assurance = 'chain_observed', ...payment }: Differs = {}) =>
  ({
    created_at: new Date(2026, 10, day, 12).toISOString(),
    status: 'confirmed',
    settlement: { assurance },
    payment: { asset: 'XLM', network: 'stellar_testnet', amount, ...payment },
  }) as unknown as PaymentRequest

const WHOLE = { is_first: true, is_last: true }

test('a day’s sum is exact, and has what the ledger shows as paid and nothing that is only said', () => {
  const asked = [
    request(3, '0.1'),
    request(3, '0.2'),
    request(3, '48'),
    request(3, '7', { assurance: 'wallet_reported' }),
    request(3, '9', { assurance: 'disputed' }),
    request(3, '11', { assurance: 'merchant_accepted' }),
  ]
  expect(daysOf(asked, WHOLE).map(({ paid }) => paid)).toEqual([
    { count: 3, sums: [{ asset: 'XLM', network: 'stellar_testnet', amount: '48.3' }] },
  ])
})

test('assets are not added to each other, nor one asset across networks', () => {
  const usdc = { asset: 'USDC' }
  const asked = [request(3, '1'), request(3, '2', usdc), request(3, '4', { ...usdc, network: 'base_sepolia' })]
  expect(daysOf(asked, WHOLE)[0]?.paid?.sums.map(({ asset, amount }) => `${amount} ${asset}`)).toEqual([
    '1 XLM',
    '2 USDC',
    '4 USDC',
  ])
})

test('a day that goes on to another page has no sum', () => {
  const asked = [request(5, '1'), request(4, '1'), request(4, '1'), request(3, '1')]
  const known = (page: Parameters<typeof daysOf>[1]) => daysOf(asked, page).map(({ paid }) => paid?.count)
  expect(known(WHOLE)).toEqual([1, 2, 1])
  expect(known({ is_first: true, is_last: false })).toEqual([1, 2, undefined])
  expect(known({ is_first: false, is_last: true })).toEqual([undefined, 2, 1])
})
