import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { ApiError, VersionConflictError } from '@pursestrings/sdk'
import { intentOf, newReady, refused, theShop } from '../stage.ts'
import { newStellarAddress } from '../steps/merchant.ts'
import type { Ready } from '../steps/ready.ts'

test('fields of the record that are no input change nothing, and a payment fact is refused by its name', async () => {
  const ready = await newReady()
  const intent = { ...intentOf(ready), idempotency_key: randomUUID() }
  const more = { protocol: 'svc.payment_request.v1', source: { app: 'till' }, payee: { name: 'Till' } }
  const { payment_request: first } = await ready.agent.paymentRequests.create({ ...intent, ...more })
  const { payment_request: same } = await ready.agent.paymentRequests.create(intent)
  assert.equal(same.request_id, first.request_id)
  const payment = { amount: '12.5', to: 'somebody' }
  const nested = ready.agent.paymentRequests.create({ ...intentOf(ready), payment })
  assert.equal((await refused(nested, 'override_forbidden', 422)).field, 'payment.to')
})

test('elsewhere an unknown field is refused by its name', async () => {
  const { merchant } = await theShop()
  const agent = {
    name: 'Till',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: ['payment.requests.create'],
  } as const
  const { field } = await refused(merchant.agents.create({ ...agent, scops: [] } as typeof agent), 'unknown_field', 422)
  assert.equal(field, 'scops')
})

test('a refusal lists every issue, names its field and says what to do', async () => {
  const { merchant } = await theShop()
  const wrong = { name: '', runtime: 'node-24', environment: 'mainnet' as 'testnet', allowed_scopes: [] }
  const failure = await refused(merchant.agents.create(wrong), 'validation_failed', 422)
  const { field, issues, recovery, retry } = failure
  assert.deepEqual([...new Set(issues.map((issue) => issue.field))].toSorted(), [
    'allowed_scopes',
    'environment',
    'name',
  ])
  assert.deepEqual([issues[0]?.field, retry], [field, 'never'])
  assert.match(recovery, /issues/)
})

test('an update with a stale version is told the current one', async () => {
  const { merchant: client } = await theShop()
  const { merchant } = await client.merchantSessions.readCurrent()
  const stale = client.merchants.update(merchant.merchant_id, { name: 'Quay', version: merchant.version + 7 })
  const failure = await refused(stale, 'version_conflict', 409)
  assert.ok(failure instanceof VersionConflictError)
  assert.equal(failure.current_version, merchant.version)
})

test('a call without approval by the user is refused', async () => {
  const ready = await newReady()
  const policy = { requires_user_approval: false as true }
  await refused(ready.agent.paymentRequests.create({ ...intentOf(ready), policy }), 'validation_failed', 422)
})

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

const DAY_MS = 86_400_000
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

test('an expiry that is past, sooner than a minute or later than seven days is refused', async () => {
  const one = await newReady()
  for (const expires_at of [inMs(-DAY_MS), inMs(30_000), inMs(8 * DAY_MS)]) {
    const call = one.agent.paymentRequests.create({ ...intentOf(one), expires_at })
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

test('nothing beside the payment may name a payment fact, and every place is listed', async () => {
  const one = await newReady()
  const { agent } = one
  const address = newStellarAddress()
  const display = { title: 'Order', details: [{ 'pay-to': address }] }
  const metadata = { order: '7', Destination_Address: address, nested: { memo: '1' } }
  const call = agent.paymentRequests.create({ ...intentOf(one), display, metadata })
  const { issues } = await refused(call, 'override_forbidden', 422)
  assert.equal(issues.length, 3)
  assert.equal((await agent.paymentRequests.list().toArray()).length, 0)
  const references = { address }
  await refused(agent.transactionContexts.create({ title: 'Order', references }), 'override_forbidden', 422)
})

test('what names no payment fact is shown to the wallet as it was sent', async () => {
  const one = await newReady()
  const [display, metadata] = [{ title: 'Two novels', items: 2 }, { order: '1042' }]
  const { payment_request } = await one.agent.paymentRequests.create({ ...intentOf(one), display, metadata })
  const shown = (await one.wallet.review(payment_request.request_id)).payment_request
  assert.deepEqual([shown.display, shown.metadata], [display, metadata])
})
