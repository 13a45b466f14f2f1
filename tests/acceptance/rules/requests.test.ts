import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@pursestrings/sdk'
import { describe } from 'vitest'
import { intentOf, newReady, refused } from '../stage.ts'
import type { Ready } from '../steps/ready.ts'
import { newStellarAddress } from '../steps/stellar-address.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

describe('amounts', () => {
  let ready: Ready
  before(async () => {
    ready = await newReady()
  })

  test('an amount with more decimals than the asset has is refused, trailing zeros included', async () => {
    for (const amount of ['0.00000001', '1.00000000']) {
      await refused(ready.agent.paymentRequests.create(intentOf(ready, amount)), 'amount_invalid', 422)
    }
  })

  test('what is not an exact decimal amount above zero is refused', async () => {
    for (const amount of ['0', '0.0', '-1', '+1', '1e3', '01', '.5', '1.', '1,5', ' 1', 'Infinity', '١']) {
      const failure = await ready.agent.paymentRequests.create(intentOf(ready, amount)).then(
        () => undefined,
        (error: unknown) => error,
      )
      assert.ok(failure instanceof ApiError && failure.status === 422, `${amount}: ${String(failure)}`)
    }
    assert.equal((await ready.agent.paymentRequests.list().toArray()).length, 0)
  })
})

describe('expiry range', () => {
  const DAY_MS = 86_400_000
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

  test('an expiry that is past, sooner than a minute or later than seven days is refused', async () => {
    const ready = await newReady()
    for (const expires_at of [inMs(-DAY_MS), inMs(30_000), inMs(8 * DAY_MS)]) {
      const call = ready.agent.paymentRequests.create({ ...intentOf(ready), expires_at })
      await refused(call, 'expiry_out_of_range', 422)
    }
  })

  test('an expiry within the range is kept, and without one it is half an hour', async () => {
    const { ask } = await newReady()
    const expires_at = inMs(6 * DAY_MS)
    assert.equal((await ask('chosen', { expires_at })).payment_request.expires_at, expires_at)
    const { payment_request } = await ask('not chosen')
    const lasts_ms = Date.parse(payment_request.expires_at) - Date.parse(payment_request.created_at)
    // The two are not read from the clock at the same moment.
    assert.ok(Math.abs(lasts_ms - 1_800_000) < 10_000, `${lasts_ms} ms`)
  })
})

describe('idempotency', () => {
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
})

describe('overrides', () => {
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
})

describe('transitions', () => {
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
})
