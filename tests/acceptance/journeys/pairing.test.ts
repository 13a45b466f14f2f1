import assert from 'node:assert/strict'
import { journey } from '../journey.ts'
import { newReady } from '../stage.ts'
import { connectByPairing } from '../steps/connect.ts'

journey('payer', 'I connect an agent by typing the short code that it shows', async () => {
  const { wallet, ask } = await newReady({ connect: connectByPairing })
  const { request_id } = (await ask('paired', { amount: '1' })).payment_request
  assert.equal((await wallet.review(request_id)).facts.payment.amount, '1')
})
