/** Every event reaches every endpoint that wants it, signed, and the merchant can see and repeat it. */

import { WEBHOOK_EVENT_TYPES } from '@pursestrings/contract/webhook-deliveries/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingKeyOf, signWebhook } from '../src/delivery/webhooks/endpoints/webhook-secret.ts'
import { type Asking, newAsking } from './asking.ts'
import { changeFacts } from './change-facts.ts'
import { ALL_SCOPES, connectionPath, newConnection, said } from './connection.ts'
import {
  activeEndpoint,
  change,
  DELIVERIES,
  deliveriesOf,
  holds,
  readDelivery,
  sendTest,
  untilDelivery,
  withStatuses,
} from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { activate, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const expireNow = (request_id: string) =>
  changeFacts(world.database.admin, [uuidOf('pr', request_id)], "expires_at = now() - interval '1s'")

/** One request per way that a request can go. */
const walkAllWays = async (asking: Asking) => {
  const transaction_hash = 'a1b2c3'
  const walk = async (...steps: object[]) => {
    const { request_id } = await asking.asked()
    for (const step of steps) expect((await asking.report(request_id, step)).status).toBe(200)
    return request_id
  }
  const broadcasted = { status: 'broadcasted', transaction_hash }
  await walk({ status: 'signed' }, broadcasted, { status: 'confirmed', transaction_hash })
  await walk({ status: 'failed' })
  await walk({ status: 'rejected' })
  const late = await walk()
  await expireNow(late)
  // It reads as expired at once; the event comes with the sweep.
  await until(async () =>
    (await asking.call('GET', '/v1/payment-requests/events')).json.events.some(
      (event: { type: string }) => event.type === 'payment_request.expired',
    ),
  )
  expect((await asking.report(late, { ...broadcasted, transaction_hash: 'd4e5f6' })).json.late).toBe(true)
}

test('every event of the contract arrives once, signed, under the id and cursor of the feed', async () => {
  const asking = await newAsking(world, web)
  const { operator, payee } = asking
  const { path, url } = web.webhooks.place()
  const { secret, webhook_endpoint_id } = await activeEndpoint(operator, { url })
  const another = await verifiedPayee(web, operator, payee.domain_id)
  expect((await activate(operator, another)).status).toBe(200)
  await walkAllWays(asking)
  const { events } = (await asking.call('GET', '/v1/payment-requests/events?changes=all')).json
  const connection = await newConnection(world, { operator })
  const onIt = (body: object) => connection.device.call('PATCH', connectionPath(connection.connection_id), { body })
  for (const body of [{ status: 'paused' }, { status: 'active' }, { scopes: ALL_SCOPES.slice(1) }]) {
    expect((await onIt(body)).status).toBe(200)
  }
  const rotated = await connection.device.call('POST', connectionPath(connection.connection_id, 'rotate-token'))
  expect(rotated.status).toBe(200)
  expect((await connection.device.call('DELETE', connectionPath(connection.connection_id))).status).toBe(200)
  await world.database.admin.query(
    "update merchant_domains set verified_at = now() - interval '40 days', failing_since = now() - interval '2 days' where domain_id = $1",
    [uuidOf('dom', payee.domain_id)],
  )
  web.files.clear()
  await world.runJob('domain-reproofs')

  const heard = () => web.webhooks.heard.filter((one) => one.path === path).slice(1)
  const types = () => new Set(heard().map((one) => JSON.parse(one.body).type))
  // Those of agent payments and policies: `feeds.test.ts`; what the ledger says: `settlements.test.ts`.
  const walked = WEBHOOK_EVENT_TYPES.filter((type) =>
    /^(payment_request\.(?!chain_observed|disputed|proven_unpaid|ledger_finding|merchant_accepted)|connection\.)|^recipient\.version_activated$/.test(
      type,
    ),
  )
  await until(() => walked.every((type) => types().has(type)) && heard().length >= events.length + 10)
  expect(heard().every((one) => holds(secret, one))).toBe(true)
  const ids = heard().map((one) => one.headers['webhook-id'])
  expect(new Set(ids).size).toBe(ids.length)
  expect(heard()[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Pursestrings' })

  const ofRequests = heard()
    .map((one) => ({ event_id: one.headers['webhook-id'], ...JSON.parse(one.body) }))
    .filter((one) => one.type.startsWith('payment_request.'))
    .toSorted((a, b) => a.data.cursor - b.data.cursor)
  expect(ofRequests).toEqual(
    events.map((e: Record<string, unknown>) => ({
      event_id: e.event_id,
      type: e.type,
      timestamp: e.occurred_at,
      data: {
        request_id: e.request_id,
        connection_id: asking.connection_id,
        status: e.status,
        previous_status: e.previous_status,
        cursor: e.cursor,
        transaction_hash: e.transaction_hash,
        reason: e.reason,
      },
    })),
  )
  expect(ofRequests.map((one) => one.data.cursor)).toEqual(events.map((_: unknown, i: number) => i + 1))
  const parsed = heard().map((one) => JSON.parse(one.body))
  expect(parsed.find((one) => one.type === 'connection.narrowed').data).toEqual({
    connection_id: connection.connection_id,
    scopes: ALL_SCOPES.slice(1),
  })
  const { recipient_id, recipient_version_id } = another
  expect(parsed.find((one) => one.type === 'recipient.version_activated').data).toEqual({
    recipient_id,
    recipient_version_id,
    previous_version_id: null,
  })
  await until(async () => (await deliveriesOf(operator, 'status=pending')).length === 0)
  const delivered = await deliveriesOf(operator)
  // Some may have come since they were counted.
  const arrived = heard().map((one) => one.headers['webhook-id'])
  expect(new Set(delivered.map((d) => d.event_id))).toEqual(new Set(arrived))
  expect(delivered).toHaveLength(arrived.length)
  expect(delivered.every((d) => d.webhook_endpoint_id === webhook_endpoint_id && d.attempts.length === 1)).toBe(true)
})

test('one flipped bit, another way to write the same JSON, or a stamp that is too old: refused', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { secret, webhook_endpoint_id } = await activeEndpoint(operator, { url })
  await sendTest(operator, webhook_endpoint_id)
  await until(() => web.webhooks.lastAt(path).body.includes('endpoint.test'))
  const heard = web.webhooks.lastAt(path)
  expect(holds(secret, heard)).toBe(true)
  const bytes = Buffer.from(heard.body)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    expect(holds(secret, { ...heard, body: flipped.toString('latin1') })).toBe(false)
  }
  expect(holds(secret, { ...heard, body: JSON.stringify(JSON.parse(heard.body), null, 1) })).toBe(false)
  const aged = (s: number) => {
    const at_s = Math.floor(Date.now() / 1000) - s
    const signed = signWebhook([signingKeyOf(secret)], {
      id: heard.headers['webhook-id'] as string,
      at_s,
      body: heard.body,
    })
    return { ...heard, headers: { ...signed } }
  }
  expect([holds(secret, aged(290)), holds(secret, aged(301)), holds(secret, aged(-302))]).toEqual([true, false, false])
})

test('an endpoint gets the types that it asked for, and each of two endpoints gets its own', async () => {
  const asking = await newAsking(world, web)
  const [some, all] = [web.webhooks.place(), web.webhooks.place()]
  const event_types = ['payment_request.rejected', 'connection.created']
  const one = await activeEndpoint(asking.operator, { url: some.url, event_types })
  const two = await activeEndpoint(asking.operator, { url: all.url })
  const { request_id } = await asking.asked()
  await asking.report(request_id, { status: 'rejected' })
  await until(async () => (await deliveriesOf(asking.operator, 'status=delivered')).length === 3)
  const typesAt = (path: string) =>
    web.webhooks.heard.filter((h) => h.path === path).map((h) => JSON.parse(h.body).type)
  expect(typesAt(some.path).slice(1)).toEqual(['payment_request.rejected'])
  expect(new Set(typesAt(all.path).slice(1))).toEqual(new Set(['payment_request.pending', 'payment_request.rejected']))
  expect(holds(one.secret, web.webhooks.lastAt(some.path))).toBe(true)
  expect(holds(two.secret, web.webhooks.lastAt(some.path))).toBe(false)
})

test('deliveries are listed newest first with their attempts, by endpoint, status, type and event, a page at a time', async () => {
  const operator = await newOperator(world)
  const { webhook_endpoint_id: good } = await activeEndpoint(operator)
  const { url } = web.webhooks.place(withStatuses(500))
  const { webhook_endpoint_id: bad } = await activeEndpoint(operator, { url })
  const ids = [await sendTest(operator, good), await sendTest(operator, good), await sendTest(operator, bad)]
  const [first, , last] = ids as [string, string, string]
  await untilDelivery(operator, last, (d) => d.attempts.length === 1)
  await until(async () => (await deliveriesOf(operator, 'status=delivered')).length === 2)
  expect((await deliveriesOf(operator)).map((d) => d.webhook_delivery_id)).toEqual(ids.toReversed())
  expect((await deliveriesOf(operator, `webhook_endpoint_id=${good}`)).map((d) => d.webhook_delivery_id)).toEqual(
    ids.slice(0, 2).toReversed(),
  )
  expect((await deliveriesOf(operator, 'status=pending')).map((d) => d.webhook_delivery_id)).toEqual([last])
  const { event_id } = await readDelivery(operator, first)
  expect(await deliveriesOf(operator, `event_id=${event_id}`)).toEqual([
    expect.objectContaining({ webhook_delivery_id: first }),
  ])
  expect(await deliveriesOf(operator, 'event_type=webhook_endpoint.test')).toHaveLength(3)
  expect(await deliveriesOf(operator, 'event_type=connection.created')).toEqual([])
  expect(await deliveriesOf(operator, 'webhook_endpoint_id=whe_none')).toEqual([])
  const paged = await operator.call('GET', `${DELIVERIES}?limit=2`)
  const rest = await operator.call('GET', `${DELIVERIES}?limit=2&cursor=${paged.json.next_cursor}`)
  expect([...paged.json.webhook_deliveries, ...rest.json.webhook_deliveries]).toHaveLength(3)
  expect(rest.json.next_cursor).toBeNull()
  expect(said(await operator.call('GET', `${DELIVERIES}?cursor=whd_none`))).toEqual([422, 'cursor_invalid'])
  expect(Object.keys(rest.json.webhook_deliveries[0]).toSorted()).toEqual([
    'about',
    'attempts',
    'created_at',
    'delivered_at',
    'event_id',
    'event_type',
    'next_attempt_at',
    'occurred_at',
    'status',
    'webhook_delivery_id',
    'webhook_endpoint_id',
  ])
  const other = await newOperator(world)
  expect(await deliveriesOf(other)).toEqual([])
})

test('a delivery is sent again: the same bytes under the same id, and its attempts count on', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place(withStatuses(200, 500))
  const { webhook_endpoint_id, secret } = await activeEndpoint(operator, { url })
  const id = await sendTest(operator, webhook_endpoint_id)
  const again = () => operator.call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_delivery_id: id } })
  await untilDelivery(operator, id, (d) => d.status === 'delivered')
  const first = web.webhooks.lastAt(path)
  await change(operator, webhook_endpoint_id, { status: 'disabled', version: 2 })
  expect(said(await again())).toEqual([409, 'webhook_endpoint_not_active'])
  await change(operator, webhook_endpoint_id, { status: 'active', version: 3 })
  const asked = await again()
  expect([asked.status, asked.json.redelivered]).toEqual([200, 1])
  const failed = await untilDelivery(operator, id, (d) => d.attempts.length === 2)
  expect(failed).toMatchObject({ status: 'pending', attempts: [{ attempt: 1 }, { attempt: 2, error_kind: 'status' }] })
  // Five seconds, ten in a hundred more or less, after the attempt was over.
  const { attempted_at, latency_ms } = failed.attempts[1] as { attempted_at: string; latency_ms: number }
  const pause_ms = Date.parse(failed.next_attempt_at as string) - Date.parse(attempted_at) - latency_ms
  expect(pause_ms).toBeGreaterThan(4_490)
  expect(pause_ms).toBeLessThan(8_000)
  const second = web.webhooks.lastAt(path)
  expect([second.body, second.headers['webhook-id']]).toEqual([first.body, first.headers['webhook-id']])
  expect(holds(secret, second)).toBe(true)
})

test('a webhook is a hint: what happened is read from the request, also where no delivery came through', async () => {
  const asking = await newAsking(world, web)
  const { url } = web.webhooks.place(withStatuses(500))
  await activeEndpoint(asking.operator, { url })
  const { request_id } = await asking.asked()
  expect((await asking.report(request_id, { status: 'rejected' })).status).toBe(200)
  await until(async () => (await deliveriesOf(asking.operator)).length === 2)
  expect((await deliveriesOf(asking.operator)).filter(({ status }) => status === 'delivered')).toEqual([])
  const { payment_request } = (await asking.call('GET', `/v1/payment-requests/${request_id}`)).json
  expect(payment_request.status).toBe('rejected')
})
