import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf, newReady, refused } from '../stage.ts'
import { newStellarAddress } from '../steps/stellar-address.ts'

test('nothing beside the payment may name a payment fact, and every place is listed', async () => {
  const ready = await newReady()
  const { agent } = ready
  const address = newStellarAddress()
  const display = { title: 'Order', details: [{ 'pay-to': address }] }
  const metadata = { order: '7', Destination_Address: address, nested: { memo: '1' } }
  const call = agent.paymentRequests.create({ ...intentOf(ready), display, metadata })
  const { issues } = await refused(call, 'override_forbidden', 422)
  assert.equal(issues.length, 3)
  assert.equal((await agent.paymentRequests.list().toArray()).length, 0)
  const references = { address }
  await refused(agent.transactionContexts.create({ title: 'Order', references }), 'override_forbidden', 422)
})

test('what names no payment fact is shown to the wallet as it was sent', async () => {
  const ready = await newReady()
  const [display, metadata] = [{ title: 'Two novels', items: 2 }, { order: '1042' }]
  const { payment_request } = await ready.agent.paymentRequests.create({ ...intentOf(ready), display, metadata })
  const shown = (await ready.wallet.review(payment_request.request_id)).payment_request
  assert.deepEqual([shown.display, shown.metadata], [display, metadata])
})
