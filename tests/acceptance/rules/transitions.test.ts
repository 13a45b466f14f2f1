import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newReady, refused } from '../stage.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

test('a request moves only forward, and says where it may go', async () => {
  const { wallet, ask } = await newReady()
  const { request_id } = (await ask('forward')).payment_request
  await reportUpTo(wallet, request_id, 'broadcasted')
  for (const status of ['signed', 'rejected'] as const) {
    const { details } = await refused(
      wallet.paymentRequests.reportStatus(request_id, { status }),
      'invalid_transition',
      409,
    )
    assert.equal(details['current_status'], 'broadcasted')
    assert.ok(Array.isArray(details['allowed']) && details['allowed'].includes('confirmed'))
  }
})

test('the same report again changes nothing', async () => {
  const { agent, wallet, ask } = await newReady()
  const { request_id } = (await ask('again')).payment_request
  await reportUpTo(wallet, request_id, 'confirmed')
  const report = { status: 'confirmed', transaction_hash: TRANSACTION_HASH } as const
  const { payment_request } = await wallet.paymentRequests.reportStatus(request_id, report)
  assert.equal(payment_request.status, 'confirmed')
  assert.equal(await agent.events.latest(), 4)
})

test('a transaction is named once it is sent, and stays the one that was named', async () => {
  const { wallet, ask } = await newReady()
  const { request_id } = (await ask('hash')).payment_request
  const report = (transaction_hash?: string) =>
    wallet.paymentRequests.reportStatus(request_id, { status: 'broadcasted', transaction_hash })
  await reportUpTo(wallet, request_id, 'signed')
  await refused(report(), 'transaction_hash_required', 422)
  await report(TRANSACTION_HASH)
  await refused(report('b'.repeat(64)), 'transaction_hash_fixed', 409)
})
