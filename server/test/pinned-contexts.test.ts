/** The words that a person decided by stay those of the request: a later revision changes nothing about it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, freshKey, newAsking } from './asking.ts'
import { connectionPath, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const say = async (transaction_id: string, title: string) => {
  const made = await asking.call('POST', '/v1/transaction-contexts', { body: { transaction_id, title } })
  expect(made.status).toBe(201)
}
const contextOf = ({ transaction_context, transaction_revision }: Record<string, unknown>) => [
  transaction_context,
  transaction_revision,
]

test('a request pins the revision that was the latest at its create, wherever it is shown', async () => {
  await say('order:7', 'Two books')
  await say('order:7', 'Two books, sent home')
  const key = freshKey()
  const body = { transaction_id: 'order:7', idempotency_key: key }
  const created = await asking.asked(body)
  expect(contextOf(created)).toEqual(['pinned', 2])
  await say('order:7', 'Two hundred books')
  const { request_id } = created
  const path = `/v1/payment-requests/${request_id}`
  const shown = [
    (await asking.ask(body)).json.payment_request,
    (await asking.call('GET', path)).json.payment_request,
    (await asking.call('GET', '/v1/payment-requests')).json.payment_requests[0],
    (await asking.device.call('GET', path)).json.payment_request,
    (await asking.operator.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request,
    (await asking.report(request_id, { status: 'signed' })).json.payment_request,
  ]
  for (const one of shown) expect(contextOf(one)).toEqual(['pinned', 2])

  const read = (revision: number | string) =>
    asking.device.call('GET', `/v1/transaction-contexts/order:7?revision=${revision}`)
  expect((await read(2)).json.transaction_context).toMatchObject({ revision: 2, title: 'Two books, sent home' })
  expect((await asking.call('GET', '/v1/transaction-contexts/order:7?revision=1')).json.transaction_context.title).toBe(
    'Two books',
  )
  expect(said(await read(4))).toEqual([404, 'resource_not_found'])
  for (const wrong of [0, -1, 'x', 2 ** 31]) expect(said(await read(wrong))).toEqual([422, 'validation_failed'])
  await expect(
    world.database.admin.query('update payment_requests set context_revision = 3 where context_revision = 2'),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a transaction that nobody said anything about is told as missing, also once words have come', async () => {
  const created = await asking.asked({ transaction_id: 'order:8' })
  expect(contextOf(created)).toEqual(['missing', undefined])
  await say('order:8', 'Too late')
  const read = await asking.device.call('GET', `/v1/payment-requests/${created.request_id}`)
  expect(contextOf(read.json.payment_request)).toEqual(['missing', undefined])
  expect(contextOf(await asking.asked())).toEqual([undefined, undefined])
})

test("another connection's words are not pinned", async () => {
  await say('order:9', 'Ours')
  const other = await newAsking(world, web, { device: asking.device })
  expect(contextOf(await other.asked({ transaction_id: 'order:9' }))).toEqual(['missing', undefined])
})

test('a wallet reads how the requests of a connection ended', async () => {
  const counted = await newAsking(world, web)
  const [paid, refused] = [await counted.asked(), await counted.asked(), await counted.asked()]
  const transaction_hash = 'ab'.repeat(32)
  await counted.report(paid.request_id, { status: 'signed' })
  for (const status of ['broadcasted', 'confirmed']) {
    expect((await counted.report(paid.request_id, { status, transaction_hash })).status).toBe(200)
  }
  await counted.report(refused.request_id, { status: 'rejected' })
  const read = async () => (await counted.device.call('GET', connectionPath(counted.connection_id))).json.connection
  const enteredIn = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0)
  // The index is a moment behind, and may have the first of them only.
  await until(async () => {
    const { request_counts } = await read()
    return request_counts.rejected === 1 && request_counts.confirmed === 1 && enteredIn(request_counts) === 3
  })
  expect((await read()).request_counts).toEqual({
    pending: 1,
    under_way: 0,
    confirmed: 1,
    rejected: 1,
    expired: 0,
    failed: 0,
  })
})
