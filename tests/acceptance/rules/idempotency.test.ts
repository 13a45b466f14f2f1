import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf, newReady, refused } from '../stage.ts'

test('the same create again, also many at once, makes one request and says that it is a replay', async () => {
  const ready = await newReady()
  const { agent } = ready
  const ask = () => agent.paymentRequests.create({ ...intentOf(ready), idempotency_key: 'order-7' }).withResponse()
  const answers = await Promise.all([ask(), ask(), ask(), ask()])
  answers.push(await ask())
  const ids = new Set(answers.map(({ data }) => data.payment_request.request_id))
  const replays = answers.filter(({ response }) => response.headers.get('idempotency-replayed') === 'true')
  assert.deepEqual([ids.size, replays.length], [1, 4])
  assert.equal((await agent.paymentRequests.list().toArray()).length, 1)
  assert.equal(await agent.events.latest(), 1)
})

test('a key that was used for another intent is refused, and nothing is created', async () => {
  const ready = await newReady()
  const { agent } = ready
  await agent.paymentRequests.create({ ...intentOf(ready), idempotency_key: 'order-8' })
  for (const other of [intentOf(ready, '12.6'), { ...intentOf(ready), display: { title: 'Another' } }]) {
    const call = agent.paymentRequests.create({ ...other, idempotency_key: 'order-8' })
    await refused(call, 'idempotency_key_reused', 422)
  }
  assert.equal((await agent.paymentRequests.list().toArray()).length, 1)
})

test('a key is the connection’s own: another connection uses the same one for its own request', async () => {
  const [one, other] = [await newReady(), await newReady()]
  const ask = async (ready: typeof one) =>
    (await ready.agent.paymentRequests.create({ ...intentOf(ready), idempotency_key: 'order-9' })).payment_request
  const [first, second] = [await ask(one), await ask(other)]
  assert.notEqual(first.connection_id, second.connection_id)
  assert.notEqual(first.request_id, second.request_id)
})
