import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newReady } from '../stage.ts'
import { connectByPairing } from '../steps/connect.ts'

test('an agent pairs by a short code, and asks', async () => {
  const { wallet, ask } = await newReady({ connect: connectByPairing })
  const { request_id } = (await ask('paired', { amount: '1' })).payment_request
  assert.equal((await wallet.review(request_id)).facts.payment.amount, '1')
})
