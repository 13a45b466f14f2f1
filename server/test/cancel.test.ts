/** An agent takes back what it asked for: once, at its own connection, and never against the user's decision. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { connectionPath, newConnection, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent', PENDING_MAX: '2' })
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const cancel = (request_id: string, { call }: Pick<Asking, 'call'> = asking) =>
  call('POST', `/v1/payment-requests/${encodeURIComponent(request_id)}/cancel`)
const canceled = async (more?: object): Promise<string> => {
  const { request_id } = await asking.asked(more)
  expect((await cancel(request_id)).status).toBe(200)
  return request_id
}
const eventsOf = async (request_id: string) => {
  const { json } = await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')
  return json.events
    .filter((e: { request_id: string }) => e.request_id === request_id)
    .map((e: { type: string; previous_status: string }) => [e.previous_status, e.type.replace('payment_request.', '')])
}

test('a waiting request is taken back once, also by its own id, and makes room for another', async () => {
  const request_id = 'order 7/ä'
  await asking.asked({ request_id })
  const other = await asking.asked()
  expect(said(await asking.ask())).toEqual([429, 'too_many_pending'])
  const answer = await cancel(request_id)
  expect(answer.json.payment_request).toMatchObject({ request_id, status: 'failed', reason: 'canceled_by_agent' })
  expect((await cancel(request_id)).json).toEqual(answer.json)
  expect(await eventsOf(request_id)).toEqual([
    [null, 'pending'],
    ['pending', 'failed'],
  ])
  const made = await asking.asked()
  for (const one of [other, made]) await cancel(one.request_id)
})

test('what the user has decided stays as it is', async () => {
  for (const status of ['signed', 'rejected', 'failed']) {
    const { request_id } = await asking.asked()
    expect((await asking.report(request_id, { status })).status).toBe(200)
    const answer = await cancel(request_id)
    expect(said(answer)).toEqual([409, 'invalid_transition'])
    expect(answer.json.error).toMatchObject({ current_status: status, allowed: [] })
  }
})

test('a transaction that a canceled request learns of is kept as evidence, once, and moves nothing', async () => {
  const request_id = await canceled()
  expect(said(await asking.report(request_id, { status: 'signed' }))).toEqual([409, 'invalid_transition'])
  for (const transaction_hash of ['late-1', 'late-1', 'late-2']) {
    const { json } = await asking.report(request_id, { status: 'broadcasted', transaction_hash })
    expect(json).toMatchObject({ late: true, payment_request: { status: 'failed' } })
  }
  expect((await eventsOf(request_id)).slice(1)).toEqual([
    ['pending', 'failed'],
    ['failed', 'late_report'],
    ['failed', 'late_report'],
  ])
})

test('no wallet can say that the agent took a request back', async () => {
  const { request_id } = await asking.asked()
  const answer = await asking.report(request_id, { status: 'failed', reason: 'canceled_by_agent' })
  expect(said(answer)).toEqual([422, 'validation_failed'])
  expect((await cancel(request_id)).status).toBe(200)
})

test("another connection's request is absent, and a wallet cannot cancel", async () => {
  const { request_id } = await asking.asked()
  const { operator, device } = asking
  const sibling = await newConnection(world, { operator, device })
  expect(said(await cancel(request_id, sibling))).toEqual([404, 'resource_not_found'])
  expect(said(await cancel(request_id, device))).toEqual([403, 'credential_kind_not_accepted'])
  expect((await cancel(request_id)).status).toBe(200)
})

test('a paused agent takes back what waits; one without the scope, or revoked, does not', async () => {
  const own = await newAsking(world, web)
  const path = connectionPath(own.connection_id)
  const [first, second] = [await own.asked(), await own.asked()]
  await own.device.call('PATCH', path, { body: { status: 'paused' } })
  expect(said(await own.ask())).toEqual([403, 'connection_paused'])
  expect((await cancel(first.request_id, own)).status).toBe(200)
  await own.device.call('PATCH', path, { body: { scopes: ['payment.requests.read'] } })
  expect(said(await cancel(second.request_id, own))).toEqual([403, 'scope_missing'])
  await own.device.call('DELETE', path)
  expect(said(await cancel(second.request_id, own))).toEqual([403, 'connection_revoked'])
})

test('of a cancel and an approval at the same moment exactly one comes first', async () => {
  for (let i = 0; i < 30; i++) {
    const { request_id } = await asking.asked()
    const [taken, approved] = await Promise.all(
      i % 2 === 0
        ? [cancel(request_id), asking.report(request_id, { status: 'signed' })]
        : [asking.report(request_id, { status: 'signed' }), cancel(request_id)].toReversed(),
    )
    const won = [taken, approved].map((answer) => answer?.status)
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual(won)
    const { status } = (await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request
    expect(status).toBe(won[0] === 200 ? 'failed' : 'signed')
  }
})
