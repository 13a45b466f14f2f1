/** The life of a webhook endpoint, through HTTP and against a real HTTPS receiver. */

import { WEBHOOK_EVENT_TYPES } from '@pursestrings/contract/webhook-deliveries/webhook-events'
import { WEBHOOK_ENDPOINTS_MAX } from '@pursestrings/contract/webhook-endpoints/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ODD_URLS } from './egress/hostile-targets.ts'
import { act, activeEndpoint, change, newEndpoint, PATH, readEndpoint, said } from './endpoint.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { until } from './until.ts'
import { holds } from './webhook-receiver.ts'
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

test('an endpoint is created, proven, tested, changed, disabled, enabled and deleted, each step on the record', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const created = await operator.call('POST', PATH, { body: { url, event_types: ['payment_request.confirmed'] } })
  const { webhook_endpoint, secret } = created.json
  const id = webhook_endpoint.webhook_endpoint_id
  expect(created.status).toBe(201)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook_endpoint).toEqual({
    webhook_endpoint_id: expect.stringMatching(/^whe_/),
    url,
    description: null,
    event_types: ['payment_request.confirmed'],
    status: 'pending_verification',
    disabled_reason: null,
    version: 1,
    created_at: expect.stringMatching(/Z$/),
    verified_at: null,
    failing_since: null,
    previous_secret_until: null,
  })
  expect(await readEndpoint(operator, id)).toEqual(webhook_endpoint)
  const early = await act(operator, id, 'test')
  expect([...said(early), early.json.error.status]).toEqual([
    409,
    'webhook_endpoint_not_active',
    'pending_verification',
  ])
  expect(said(await change(operator, id, { status: 'active', version: 1 }))).toEqual([
    409,
    'webhook_endpoint_unverified',
  ])

  const verified = (await act(operator, id, 'verify')).json.webhook_endpoint
  expect(verified).toMatchObject({ status: 'active', version: 2, verified_at: expect.stringMatching(/Z$/) })
  const tested = await act(operator, id, 'test')
  expect([tested.status, tested.json]).toEqual([202, { ok: true, webhook_delivery_id: expect.stringMatching(/^whd_/) }])
  await until(() => JSON.parse(web.webhooks.lastAt(path).body).type === 'webhook_endpoint.test')
  expect(holds(secret, web.webhooks.lastAt(path))).toBe(true)
  expect(JSON.parse(web.webhooks.lastAt(path).body).data).toEqual({ webhook_endpoint_id: id })

  const all = { event_types: null, description: 'Till', version: 2 }
  expect((await change(operator, id, all)).json.webhook_endpoint).toMatchObject({
    ...all,
    version: 3,
    status: 'active',
  })
  const stale = await change(operator, id, { description: 'Other', version: 2 })
  expect([...said(stale), stale.json.error.current_version]).toEqual([409, 'version_conflict', 3])
  const off = (await change(operator, id, { status: 'disabled', version: 3 })).json.webhook_endpoint
  expect(off).toMatchObject({ status: 'disabled', disabled_reason: 'operator', verified_at: verified.verified_at })
  expect(said(await act(operator, id, 'test'))).toEqual([409, 'webhook_endpoint_not_active'])
  const on = (await change(operator, id, { status: 'active', version: 4 })).json.webhook_endpoint
  expect(on).toMatchObject({ status: 'active', disabled_reason: null, version: 5 })

  expect((await operator.call('DELETE', `${PATH}/${id}`)).json).toEqual({ ok: true, deleted: true })
  expect(said(await operator.call('GET', `${PATH}/${id}`))).toEqual([404, 'resource_not_found'])
  expect(said(await act(operator, id, 'verify'))).toEqual([404, 'resource_not_found'])
  const { audit_events } = (await operator.call('GET', '/v1/audit-events')).json
  const ours = audit_events.filter((e: { target: string }) => e.target === id)
  expect(ours.map((e: { action: string }) => e.action)).toEqual([
    'webhook_endpoint.deleted',
    'webhook_endpoint.updated',
    'webhook_endpoint.updated',
    'webhook_endpoint.updated',
    'webhook_endpoint.verified',
    'webhook_endpoint.created',
  ])
  expect(ours[1].details).toEqual({
    status: { from: 'disabled', to: 'active' },
    disabled_reason: { from: 'operator', to: null },
    version: 5,
  })
})

test('a change needs something to change, and types are kept in the order of the contract', async () => {
  const operator = await newOperator(world)
  const { webhook_endpoint_id: id } = await newEndpoint(operator)
  const empty = await change(operator, id, { version: 1 })
  expect([...said(empty), empty.json.error.issues[0].field]).toEqual([422, 'validation_failed', 'body'])
  const event_types = WEBHOOK_EVENT_TYPES.slice(0, 3)
  const kept = await change(operator, id, { event_types: event_types.toReversed(), version: 1 })
  expect(kept.json.webhook_endpoint.event_types).toEqual(event_types)
  const wrong = [[], ['payment_request.paid'], ['webhook_endpoint.test'], [...event_types, ...event_types], 'all']
  for (const types of wrong) {
    expect(said(await change(operator, id, { event_types: types, version: 2 }))).toEqual([422, 'validation_failed'])
  }
})

test('another URL is another receiver: it is proven again, and what was held against the old one is forgotten', async () => {
  const operator = await newOperator(world)
  const { webhook_endpoint_id: id } = await activeEndpoint(operator)
  await world.database.admin.query(
    "update webhook_endpoints set failing_since = now(), failures_in_a_row = 7, rests_until = now() + interval '1h' where webhook_endpoint_id = $1",
    [uuidOf('whe', id)],
  )
  const same = await change(operator, id, { url: 'https://SHOP.test:443/webhooks', version: 2 })
  expect(same.json.webhook_endpoint).toMatchObject({ status: 'active', url: 'https://shop.test/webhooks' })
  expect(same.json.webhook_endpoint.failing_since).not.toBeNull()
  const url = 'https://books.test/webhooks'
  expect(said(await change(operator, id, { url, status: 'active', version: 3 }))).toEqual([
    409,
    'webhook_endpoint_unverified',
  ])
  const moved = await change(operator, id, { url, version: 3 })
  expect(moved.json.webhook_endpoint).toMatchObject({
    url,
    status: 'pending_verification',
    verified_at: null,
    failing_since: null,
  })
  expect(said(await change(operator, id, { url: 'http://books.test/', version: 4 }))).toEqual([
    422,
    'webhook_url_invalid',
  ])
  const off = await change(operator, id, { url: 'https://quay.test/', status: 'disabled', version: 4 })
  expect(off.json.webhook_endpoint).toMatchObject({
    status: 'disabled',
    disabled_reason: 'operator',
    verified_at: null,
  })
  expect(said(await change(operator, id, { status: 'active', version: 5 }))).toEqual([
    409,
    'webhook_endpoint_unverified',
  ])
  expect((await act(operator, id, 'verify')).json.webhook_endpoint).toMatchObject({ status: 'active', version: 6 })
})

test.each(['failing', 'gone'])(
  'an endpoint that was disabled as %s is active again once it answers',
  async (reason) => {
    const operator = await newOperator(world)
    const { webhook_endpoint_id: id } = await activeEndpoint(operator)
    await world.database.admin.query(
      "update webhook_endpoints set status = 'disabled', disabled_reason = $2, failing_since = now() where webhook_endpoint_id = $1",
      [uuidOf('whe', id), reason],
    )
    expect(await readEndpoint(operator, id)).toMatchObject({ status: 'disabled', disabled_reason: reason })
    const { webhook_endpoint } = (await act(operator, id, 'verify')).json
    expect(webhook_endpoint).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null })
  },
)

test('hostile URLs are refused when an endpoint is created, with the reason and before anything is kept', async () => {
  const operator = await newOperator(world)
  const urls = [...new Set(ODD_URLS), 'https://shop.test/#x', 'https://10.0.0.1/', 'https://[::1]/', 'https://0x7f.1/']
  expect(urls.length).toBeGreaterThanOrEqual(60)
  for (const url of urls.filter((text) => text !== '')) {
    const refused = await operator.call('POST', PATH, { body: { url } })
    expect([url, ...said(refused), refused.json.error.field]).toEqual([url, 422, 'webhook_url_invalid', 'url'])
  }
  const long = await operator.call('POST', PATH, { body: { url: `https://shop.test/${'a'.repeat(2000)}` } })
  expect(said(long)).toEqual([422, 'validation_failed'])
  expect((await operator.call('GET', PATH)).json.webhook_endpoints).toEqual([])
})

test('of twenty creates at once exactly as many succeed as a merchant may have, and a deleted one makes room', async () => {
  const operator = await newOperator(world)
  const create = () => operator.call('POST', PATH, { body: { url: 'https://shop.test/webhooks' } })
  const answers = await Promise.all(Array.from({ length: 20 }, create))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(WEBHOOK_ENDPOINTS_MAX)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) expect(said(answer)).toEqual([409, 'webhook_endpoints_exhausted'])
  const first = (await operator.call('GET', `${PATH}?limit=6`)).json
  const rest = (await operator.call('GET', `${PATH}?limit=6&cursor=${first.next_cursor}`)).json
  const ids = [...first.webhook_endpoints, ...rest.webhook_endpoints].map((e) => e.webhook_endpoint_id)
  expect([new Set(ids).size, rest.next_cursor]).toEqual([WEBHOOK_ENDPOINTS_MAX, null])
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)))
  expect(said(await operator.call('GET', `${PATH}?cursor=whe_x`))).toEqual([422, 'cursor_invalid'])
  await operator.call('DELETE', `${PATH}/${ids[0]}`)
  expect((await create()).status).toBe(201)
})
