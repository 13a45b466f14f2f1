/** Every case of the review screen, from the facts that lead to it; and what may never lead to Approve. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { type CheckedFacts, checkFacts } from '@pursestrings/ui/checked-facts'
import { describe, expect, test } from 'vitest'
import { type Funds, type Paid, type ReviewInput, reviewOf } from './review-of.ts'
import { factsSigner, ISSUER, NOW, signedBy, UNSIGNED } from './signed-request.vectors.ts'

const service = await factsSigner('k1')
const request = await signedBy(service)
const facts = await checkFacts(request, { keys: [service.jwk] }, { issuer: ISSUER, pinned_keys: [service.thumbprint] })

const DAY_MS = 86_400_000
const ago = (days: number): string => new Date(NOW - days * DAY_MS).toISOString()
const { to, memo } = UNSIGNED.payment
const paidTo = (address: string, note = memo): Paid => ({
  recipient_id: UNSIGNED.recipient_id,
  connection_id: UNSIGNED.connection_id,
  to: address,
  memo: note,
  amount: '8',
  asset: 'XLM',
  at: ago(3),
})
const HERE = paidTo(to)
const OLD = paidTo('GDFJPAISZIN33SX2YIY3HGRD3RG2PBXP7AKHYTTSXGAHPBNP5ZELXIPR')
const READY: Funds = { is: 'ready', fee_most: '0.00001', now: '9874.49981', left: '9861.9998', reserve: '1' }
const SHORT: Funds = { is: 'short', asset: 'XLM', available: '9', needed: '12.50001', reserve: '1', missing: '3.50001' }

const NORMAL: ReviewInput = {
  request,
  check: { is: 'checked', facts },
  connection: { status: 'active' },
  paid: [HERE],
  under_way: false,
  handed_over: false,
  funds: READY,
  record: { is: 'on_record', since: ago(30) },
  now: NOW,
}
const of = (given: Partial<ReviewInput>) => reviewOf({ ...NORMAL, ...given })
const withPayee = (payee: Partial<PaymentRequest['payee']>): PaymentRequest => ({
  ...request,
  payee: { ...request.payee, ...payee },
})

test('normal: paid before at this address, agent active, money there', () => {
  expect(of({})).toEqual({
    is: 'normal',
    notices: [],
    approve: 'open',
    ticks: [],
    reject: true,
    other_wallets: true,
    here: [HERE],
    elsewhere: [],
    usual: {
      is: 'above',
      least: '8',
      most: '8',
      count: 1,
      of_agent: 1,
      factor: 1,
      line: { from: 0.64, to: 0.64, at: 1 },
    },
  })
})

test('not on the public record: no approval; two records that exclude each other: nothing but rejecting', () => {
  const missing = { is: 'not_on_record', reason: 'The service has no record of this payee.' } as const
  const refused = { is: 'not_on_record', approve: 'off', reject: true, other_wallets: false }
  expect(of({ record: missing })).toMatchObject(refused)
  expect(of({ record: missing, funds: SHORT })).toMatchObject({ is: 'not_on_record', approve: 'off' })
  expect(of({ record: { is: 'split_view' } })).toMatchObject({ is: 'split_view', approve: 'gone', reject: true })
})

test('the public record is waited for; without a log that was pinned, the payee is only marked', () => {
  const waits = { is: 'normal', approve: 'waiting', other_wallets: false }
  expect(of({ record: undefined })).toMatchObject(waits)
  expect(of({ record: { is: 'pending' } })).toMatchObject(waits)
  expect(of({ record: { is: 'not_checked' } })).toMatchObject({ is: 'normal', approve: 'open' })
})

test('facts wrong: nothing but rejecting, whatever else is true', () => {
  const check = { is: 'altered', differences: [] } as const
  for (const given of [{}, { connection: undefined }, { funds: SHORT }, { under_way: true }, { now: NOW + DAY_MS }]) {
    expect(of({ check, ...given })).toMatchObject({ is: 'wrong', approve: 'gone', reject: true, here: [] })
  }
})

test('key unknown: nothing but rejecting', () => {
  const check = { is: 'unknown_key', key: undefined, trusted: [] } as const
  expect(of({ check })).toMatchObject({ is: 'unknown_key', approve: 'gone', reject: true, here: [] })
})

test('expired: by the signed time, even where the status still says pending, or by the status', () => {
  const over = { is: 'expired', approve: 'gone', reject: false }
  expect(of({ now: Date.parse(UNSIGNED.expires_at) })).toMatchObject(over)
  expect(of({ request: { ...request, status: 'expired' } })).toMatchObject(over)
  expect(of({ now: Date.parse(UNSIGNED.expires_at) - 1 })).toMatchObject({ is: 'normal' })
})

test('answered, here or on another device: nothing is left to decide', () => {
  for (const status of ['signed', 'broadcasted', 'confirmed', 'rejected', 'failed'] as const) {
    const answered = of({ request: { ...request, status } })
    expect(answered).toMatchObject({ notices: [{ is: 'answered', status }], approve: 'gone', reject: false })
  }
  expect(of({ under_way: true })).toMatchObject({ is: 'under_way', approve: 'gone', reject: false })
})

test('first payment: says so, and can be approved after a second step', () => {
  const first = of({ paid: [] })
  expect(first).toMatchObject({ notices: [{ is: 'first', domain: 'shop.example' }], approve: 'open', ticks: ['first'] })
})

test('first payment to a payee that the agent found: its domain alone stands behind it, and no record is waited for', () => {
  const found = { ...facts, payee: { ...facts.payee, standing: 'listed' as const } }
  const first = of({ check: { is: 'checked', facts: found }, record: { is: 'listed' }, paid: [] })
  expect(first).toMatchObject({ approve: 'open', ticks: ['first'], other_wallets: true })
  expect(first.notices).toEqual([{ is: 'first', domain: 'shop.example', listed: true }])
})

test('an amount far above all that was paid before: a warning with its figures, and a second step', () => {
  const few = (...amounts: string[]): Paid[] => amounts.map((amount) => ({ ...HERE, amount }))
  const far = of({ paid: few('2', '4', '1.5') })
  expect(far).toMatchObject({ is: 'unusual', approve: 'open', ticks: ['unusual'] })
  expect(far.notices).toEqual([
    { is: 'unusual', payee: facts.payee.name, asset: 'XLM', most: '4', count: 3, factor: 3 },
  ])
  expect(of({ paid: few('4.2', '1') })).toMatchObject({ is: 'normal', ticks: [], usual: { is: 'above' } })
  expect(of({ paid: few('12.5', '20') })).toMatchObject({ usual: { is: 'within', least: '12.5', most: '20' } })
  // Another asset says nothing about this one; what was paid at the old address does.
  expect(of({ paid: [{ ...HERE, amount: '1', asset: 'USD' }] }).usual).toBeUndefined()
  expect(of({ paid: [{ ...OLD, amount: '1' }] }).ticks).toEqual(['unusual', 'changed'])
})

test('within limits that hold no more: no approval', () => {
  const asked = { ...request, kind: 'agent_payment' as const, within_limits: false }
  expect(of({ request: asked })).toMatchObject({ is: 'beyond_limits', approve: 'off', reject: true })
  expect(of({ request: { ...asked, within_limits: true } })).toMatchObject({ is: 'normal', approve: 'open' })
})

test('another payee, or another memo at the same address, is no payment to this one', () => {
  const other = { ...HERE, recipient_id: 'rcp_other' }
  expect(of({ paid: [other] })).toMatchObject({ is: 'first' })
  expect(of({ paid: [paidTo(to, 'id:43')] })).toMatchObject({ is: 'changed', approve: 'guarded' })
})

test('payee changed: guarded, with a tick for 48 hours', () => {
  const changed = (days: number) => withPayee({ changed_at: ago(days), serving_since: ago(days) })
  const early = of({ request: changed(1.9), paid: [OLD] })
  expect(early).toMatchObject({ is: 'changed', approve: 'guarded', ticks: ['changed'], elsewhere: [OLD] })
  expect(of({ request: changed(2), paid: [OLD] })).toMatchObject({ is: 'changed', approve: 'guarded', ticks: [] })
  expect(of({ request: changed(300), paid: [OLD] })).toMatchObject({ is: 'changed', approve: 'guarded' })
})

test('payee changed: this wallet remembers, even where the service says nothing of it', () => {
  const silent = of({ request: withPayee({ changed_at: null }), paid: [OLD] })
  expect(silent).toMatchObject({ is: 'changed', approve: 'guarded', ticks: ['changed'] })
})

test('payee changed: a date that is no date, or lies ahead, still asks for the tick', () => {
  for (const changed_at of ['soon', ago(-1)]) {
    expect(of({ request: withPayee({ changed_at }), paid: [OLD] })).toMatchObject({
      approve: 'guarded',
      ticks: ['changed'],
    })
  }
})

test('payee changed: whoever never paid it hears of it for a week; whoever paid the new address does not', () => {
  const changed = (days: number) => withPayee({ changed_at: ago(days) })
  expect(of({ request: changed(6.9), paid: [] })).toMatchObject({ is: 'changed' })
  expect(of({ request: changed(7), paid: [] })).toMatchObject({ is: 'first' })
  expect(of({ request: changed(1), paid: [OLD, HERE] })).toMatchObject({ is: 'normal', approve: 'open' })
})

test('agent paused: can still be answered; a changed payee is still guarded', () => {
  const connection = { status: 'paused' } as const
  expect(of({ connection })).toMatchObject({ is: 'paused', approve: 'open', reject: true })
  const both = of({ connection, paid: [OLD] })
  expect(both).toMatchObject({ is: 'changed', approve: 'guarded' })
  expect(both.notices.map(({ is }) => is)).toEqual(['changed', 'paused'])
})

test('disconnected, or a connection that nobody lists: reject only', () => {
  for (const connection of [{ status: 'revoked' } as const, undefined]) {
    const found = of({ connection })
    expect(found).toMatchObject({ notices: [{ is: 'disconnected', until: UNSIGNED.expires_at }], approve: 'gone' })
    expect(found.reject).toBe(true)
  }
})

test('a payee that the service does not stand for now: reject only', () => {
  expect(of({ request: withPayee({ verified: false }) })).toMatchObject({ is: 'not_verified', approve: 'gone' })
})

test('balance short, unfunded, payee that cannot receive: no approval', () => {
  expect(of({ funds: SHORT })).toMatchObject({ notices: [{ is: 'short', funds: SHORT }], approve: 'off' })
  expect(of({ funds: { is: 'unfunded' } })).toMatchObject({ is: 'unfunded', approve: 'off' })
  expect(of({ funds: { is: 'cannot_receive' } })).toMatchObject({ is: 'cannot_receive', approve: 'gone' })
  expect(of({ funds: { is: 'no_answer' } })).toMatchObject({ is: 'no_answer', approve: 'off' })
  expect(of({ funds: { is: 'elsewhere' } })).toMatchObject({ is: 'elsewhere', approve: 'off' })
  expect(of({ funds: { is: 'refused', because: 'memo_required' } })).toMatchObject({ is: 'refused', approve: 'off' })
  expect(of({ funds: SHORT, paid: [OLD] }).notices.map(({ is }) => is)).toEqual(['short', 'changed'])
})

test('until the ledger has answered, Approve waits', () => {
  expect(of({ funds: undefined })).toMatchObject({ is: 'normal', approve: 'waiting' })
})

describe('paid by an authorization that the agent carries', () => {
  const method = 'evm.eip3009'
  const evm = { ...facts, payment: { ...facts.payment, method } } as CheckedFacts
  const check = { is: 'checked', facts: evm } as const
  const KNOWN = { findings: [], agent_key: 'a'.repeat(43), is_known: true }

  test('whose key this device knows: as any other, but for other wallets', () => {
    expect(of({ check, terms: KNOWN })).toMatchObject({
      is: 'normal',
      approve: 'open',
      ticks: [],
      other_wallets: false,
    })
  })

  test('whose key this device does not know: takes a second step', () => {
    expect(of({ check, terms: { ...KNOWN, is_known: false } })).toMatchObject({
      notices: [{ is: 'agent_key', agent_key: KNOWN.agent_key }],
      approve: 'open',
      ticks: ['agent_key'],
    })
  })

  test('for an address that is not the payee’s, or words that were not signed: can only be rejected', () => {
    for (const finding of [
      { code: 'wrong_host', host: 'elsewhere.example', domain: 'shop.example' },
      { code: 'terms_changed' },
      { code: 'seal_key_unproven' },
      { code: 'not_payable', field: 'terms' },
    ] as const) {
      const found = of({ check, terms: { ...KNOWN, findings: [finding] } })
      expect(found).toMatchObject({ is: 'wrong_terms', approve: 'gone', reject: true, other_wallets: false })
    }
  })

  test('waits until what it is for is checked', () => {
    expect(of({ check })).toMatchObject({ approve: 'waiting' })
  })
})

test('opened in another wallet: guarded with a tick, since it may have been paid there', () => {
  expect(of({ handed_over: true })).toMatchObject({ is: 'handed_over', approve: 'guarded', ticks: ['handed_over'] })
  expect(of({ handed_over: true, funds: SHORT })).toMatchObject({ is: 'short', approve: 'off' })
})
