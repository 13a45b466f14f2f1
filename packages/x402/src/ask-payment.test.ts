/** What the state of a request means for the call that waits for it. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { alreadyPaid, endOf, isPaid } from './ask-payment.ts'

const HASH = 'ab'.repeat(32)

const request = (status: string, assurance = 'none', more: Partial<PaymentRequest> = {}): PaymentRequest =>
  ({ request_id: 'task-1', status, settlement: { assurance }, ...more }) as PaymentRequest

test.each<[string, Parameters<typeof request>, string | undefined]>([
  ['what waits', ['pending'], undefined],
  ['what was approved', ['signed'], undefined],
  ['what is on its way', ['broadcasted'], undefined],
  ['what the ledger shows', ['confirmed', 'chain_observed'], undefined],
  ['a no', ['rejected'], 'not_approved'],
  ['no answer in time', ['expired'], 'not_approved'],
  ['what the agent took back', ['failed', 'none', { reason: 'canceled_by_agent' }], 'not_approved'],
  ['what the wallet saw end unused', ['failed', 'none', { reason: 'expired_unapplied' }], 'still_waiting'],
  ['what the ledger saw end unused', ['failed', 'proven_unpaid', { reason: 'expired_unapplied' }], 'proven_unpaid'],
  ['what was approved and proven unpaid', ['signed', 'proven_unpaid'], 'proven_unpaid'],
  ['a claim that the ledger denies', ['confirmed', 'disputed'], 'disputed'],
])('%s ends the wait as %s', (_what, given, outcome) => {
  expect(endOf(request(...given))?.outcome).toBe(outcome)
})

test('paid is what the ledger shows, a merchant accepted or a wallet confirmed; it names the transaction', () => {
  expect(isPaid(request('signed', 'chain_observed'))).toBe(true)
  expect(isPaid(request('expired', 'merchant_accepted'))).toBe(true)
  expect(isPaid(request('confirmed', 'wallet_reported'))).toBe(true)
  expect([isPaid(request('signed')), isPaid(request('broadcasted', 'wallet_reported'))]).toEqual([false, false])
  const refused = alreadyPaid(request('confirmed', 'chain_observed', { transaction_hash: HASH }))
  expect(refused).toMatchObject({ outcome: 'already_paid', request_id: 'task-1', transaction_hash: HASH })
})
