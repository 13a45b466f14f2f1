import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newReady } from '../stage.ts'

test('the merchant lists what its agents asked for, page by page and one by one', async () => {
  const { merchant, ask } = await newReady()
  const asked: string[] = []
  for (let i = 0; i < 5; i++) asked.push((await ask(`listed-${i}`)).payment_request.request_id)
  const list = merchant.paymentRequests.list({ limit: 2 })
  const { data, response, request_id } = await list.page().withResponse()
  assert.deepEqual([data.payment_requests.length, response.status], [2, 200])
  assert.ok(request_id)
  const seen: string[] = []
  for await (const one of list) seen.push(one.request_id)
  assert.equal(new Set(seen).size, seen.length)
  // Newest first.
  assert.deepEqual(seen.slice(0, 5), asked.toReversed())
  assert.equal((await list.toArray({ limit: 3 })).length, 3)
})
