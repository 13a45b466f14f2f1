/** What the state of a request means for the call that waits for it. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { alreadyPaid, endOf, isPaid } from './ask-payment.ts'

const HASH = 'ab'.repeat(32)

const request = (status: string, assurance = 'none', more: Partial<PaymentRequest> = {}): PaymentRequest =>
  ({ request_id: 'task-1', status, settlement: { assurance }, ...more }) as PaymentRequest

test.each<[string, string | undefined, Parameters<typeof request>]>([
  ['what waits', undefined, ['pending']],
  ['what was approved', undefined, ['signed']],
  ['what is on its way', undefined, ['broadcasted']],
  ['what the ledger shows', undefined, ['confirmed', 'chain_observed']],
  ['a no', 'not_approved', ['rejected']],
  ['no answer in time', 'not_approved', ['expired']],
  ['what the agent took back', 'not_approved', ['failed', 'none', { reason: 'canceled_by_agent' }]],
  ['what the wallet saw end unused', 'still_waiting', ['failed', 'none', { reason: 'expired_unapplied' }]],
  ['what the ledger saw end unused', 'proven_unpaid', ['failed', 'proven_unpaid', { reason: 'expired_unapplied' }]],
  ['what was approved and proven unpaid', 'proven_unpaid', ['signed', 'proven_unpaid']],
  ['a claim that the ledger denies', 'disputed', ['confirmed', 'disputed']],
])('%s ends the wait as %s', (_what, outcome, given) => {
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
