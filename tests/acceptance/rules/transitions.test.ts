import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf, newReady, refused } from '../stage.ts'
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
