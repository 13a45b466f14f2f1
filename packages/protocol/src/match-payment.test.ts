import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  type KnownOfPlaces,
  type LedgerPayment,
  type LedgerTransfer,
  MISMATCHES,
  matchPayment,
  type WantedPayment,
} from './match-payment.ts'

const USD = { code: 'USD', issuer: 'GISSUER' }
const wanted: WantedPayment = {
  network: 'stellar_testnet',
  to: 'GPAYEE',
  asset: USD,
  units: 100n,
  memo: { kind: 'id', value: '7' },
  created_at: 1000n,
  max_time: 2000n,
}
const transfer: LedgerTransfer = {
  place: 'op/0',
  kind: 'payment',
  from: 'GPAYER',
  to: 'GPAYEE',
  asset: USD,
  units: 100n,
  memo: wanted.memo,
}
const payment = (change: Partial<LedgerTransfer> = {}, more: Partial<LedgerPayment> = {}): LedgerPayment => ({
  network: 'stellar_testnet',
  successful: true,
  closed_at: 1500n,
  transfers: [{ ...transfer, ...change }],
  ...more,
})
const free: KnownOfPlaces = { isOfAnother: () => false, isProven: () => false }
const hash = (kind: 'hash' | 'return') => ({ kind, value: '0a'.repeat(32) })

test('where nothing but the reference pays, a clock that lags makes no payment too early, and a late one is late', () => {
  const memo = hash('hash')
  const alone: WantedPayment = { ...wanted, memo, reference: memo.value }
  expect(matchPayment(alone, payment({ memo }, { closed_at: 1n }), free)).toMatchObject({
    ok: true,
    bound_by: 'reference',
  })
  expect(matchPayment(alone, payment({ memo }, { closed_at: 2001n }), free)).toMatchObject({ reason: 'late_payment' })
  const beside: WantedPayment = { ...alone, memo: { kind: 'none', value: '' } }
  expect(matchPayment(beside, payment({ memo }, { closed_at: 1n }), free)).toMatchObject({ reason: 'before_request' })
})

describe('a transfer pays a request', () => {
  test.each([
    ['when all of it fits', payment()],
    ['by a path', payment({ kind: 'path_payment' })],
    ['in the very second of its bound', payment({}, { closed_at: 2000n })],
    ['in the very second in which it was asked for', payment({}, { closed_at: 1000n })],
    [
      'beside others that do not',
      payment(
        {},
        {
          transfers: [
            { ...transfer, to: 'GOTHER' },
            { ...transfer, place: 'op/1' },
          ],
        },
      ),
    ],
  ])('%s', (_, paid) => {
    expect(matchPayment(wanted, paid, free)).toMatchObject({ ok: true })
  })

  test('once: of two that fit, the one that serves no other request', () => {
    const twice = payment({}, { transfers: [transfer, { ...transfer, place: 'op/1' }] })
    const verdict = matchPayment(wanted, twice, { ...free, isOfAnother: (place) => place === 'op/0' })
    expect(verdict).toMatchObject({ ok: true, transfer: { place: 'op/1' } })
  })
})

describe('every mismatch has its name', () => {
  const plain = { ...wanted, memo: { kind: 'none', value: '' } } as const
  test.each([
    ['wrong_network', wanted, payment({}, { network: 'stellar_public' })],
    ['transaction_failed', wanted, payment({}, { successful: false, transfers: [] })],
    ['no_payment_operation', wanted, payment({}, { transfers: [] })],
    ['no_payment_operation', wanted, payment({ kind: 'claimable_balance', to: 'GOTHER' })],
    ['not_yet_claimable', wanted, payment({ kind: 'claimable_balance' })],
    ['wrong_destination', wanted, payment({ to: 'GOTHER' })],
    ['wrong_asset', wanted, payment({ asset: { code: 'EUR', issuer: 'GISSUER' } })],
    ['wrong_asset', wanted, payment({ asset: { code: 'XLM' } })],
    ['wrong_asset', { ...wanted, asset: { code: 'XLM' } }, payment({ asset: { code: 'XLM', issuer: 'GISSUER' } })],
    ['wrong_issuer', wanted, payment({ asset: { code: 'USD', issuer: 'GOTHER' } })],
    ['amount_short', wanted, payment({ units: 99n })],
    ['amount_over', wanted, payment({ units: 101n })],
    ['memo_missing', wanted, payment({ memo: { kind: 'none', value: '' } })],
    ['memo_wrong', wanted, payment({ memo: { kind: 'id', value: '8' } })],
    ['memo_kind_wrong', wanted, payment({ memo: { kind: 'text', value: '37' } })],
    ['memo_kind_wrong', wanted, payment({ memo: { kind: 'several', value: '' } })],
    ['memo_kind_wrong', { ...wanted, memo: hash('hash') }, payment({ memo: hash('return') })],
    ['memo_unexpected', plain, payment()],
    ['before_request', wanted, payment({}, { closed_at: 999n })],
    ['late_payment', wanted, payment({}, { closed_at: 2001n })],
  ] as const)('%s', (reason, asked, paid) => {
    expect(matchPayment(asked, paid, free)).toMatchObject({ ok: false, reason, mismatches: [reason] })
  })

  test('already_claimed', () => {
    expect(matchPayment(wanted, payment(), { ...free, isOfAnother: () => true })).toMatchObject({
      ok: false,
      reason: 'already_claimed',
    })
  })

  test('all of them are listed in their order, for the transfer that came nearest', () => {
    const far = { ...transfer, to: 'GOTHER', units: 1n }
    const near = { ...transfer, place: 'op/1', units: 99n }
    const verdict = matchPayment(wanted, payment({}, { transfers: [far, near], closed_at: 2001n }), free)
    expect(verdict).toMatchObject({ mismatches: ['amount_short', 'late_payment'], transfer: { place: 'op/1' } })
  })

  test.prop([fc.bigInt({ min: 0n, max: 200n }), fc.bigInt({ min: 900n, max: 2100n }), fc.constantFrom('6', '7', '8')])(
    'nothing pays but the exact amount, in time, with the memo',
    (units, closed_at, value) => {
      const verdict = matchPayment(wanted, payment({ units, memo: { kind: 'id', value } }, { closed_at }), free)
      expect(verdict.ok).toBe(units === 100n && closed_at >= 1000n && closed_at <= 2000n && value === '7')
      if (!verdict.ok) expect(verdict.mismatches).toEqual(MISMATCHES.filter((one) => verdict.mismatches.includes(one)))
    },
  )
})

describe('a payment is bound', () => {
  const digest = 'ab'.repeat(32)
  const plain = { ...wanted, memo: { kind: 'none', value: '' } } as const
  const referenced: WantedPayment = { ...plain, reference: digest }
  const carrying = (value: string) => payment({ memo: { kind: 'hash', value } })
  const proven: KnownOfPlaces = { ...free, isProven: (place) => place === 'op/0' }

  test('by the digest of the facts, carried as a hash memo', () => {
    expect(matchPayment(referenced, carrying(digest), free)).toMatchObject({ ok: true, bound_by: 'reference' })
  })

  test("by the payer's signature, which says more than a reference", () => {
    expect(matchPayment(wanted, payment(), proven)).toMatchObject({ ok: true, bound_by: 'payer_signature' })
    expect(matchPayment(referenced, carrying(digest), proven)).toMatchObject({ bound_by: 'payer_signature' })
  })

  test('by nothing else: without a memo it fits and is not bound', () => {
    const verdict = matchPayment(referenced, payment({ memo: { kind: 'none', value: '' } }), free)
    expect(verdict).toMatchObject({ ok: true, bound_by: undefined })
  })

  test("by no memo of the payee's own, though it holds the same bytes", () => {
    const own = { ...plain, memo: { kind: 'hash', value: digest } } as const
    expect(matchPayment(own, carrying(digest), free)).toMatchObject({ ok: true, bound_by: undefined })
  })

  test.each([
    ['memo_wrong', { kind: 'hash', value: 'cd'.repeat(32) }],
    ['memo_unexpected', { kind: 'return', value: digest }],
    ['memo_unexpected', { kind: 'text', value: digest }],
  ] as const)('to no request with another memo: %s', (reason, memo) => {
    expect(matchPayment(referenced, payment({ memo }), free)).toMatchObject({ ok: false, reason })
  })

  test('from ten seconds before it was asked for, by clocks that differ; what is not bound has no such grace', () => {
    const early = (closed_at: bigint) => ({ ...carrying(digest), closed_at })
    expect(matchPayment(referenced, early(990n), free)).toMatchObject({ ok: true })
    expect(matchPayment(referenced, early(989n), free)).toMatchObject({ reason: 'before_request' })
    const unbound = payment({ memo: { kind: 'none', value: '' } }, { closed_at: 990n })
    expect(matchPayment(referenced, unbound, free)).toMatchObject({ reason: 'before_request' })
  })

  test('at the operation that is bound, where several fit', () => {
    const twice = payment({}, { transfers: [transfer, { ...transfer, place: 'op/1' }] })
    const second = { ...free, isProven: (place: string) => place === 'op/1' }
    expect(matchPayment(wanted, twice, second)).toMatchObject({
      transfer: { place: 'op/1' },
      bound_by: 'payer_signature',
    })
  })
})
