import { randomBytes } from 'node:crypto'
import { WEBHOOK_EVENT_TYPES, WEBHOOKS } from '@pursestrings/contract/webhook-deliveries/records'
import { WEBHOOK_ENDPOINTS_MAX } from '@pursestrings/contract/webhook-endpoints/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './call.ts'
import {
  type Answering,
  act,
  activeEndpoint,
  answerJson,
  challengeIn,
  change,
  holds,
  newEndpoint,
  PATH,
  readEndpoint,
  said,
} from './deliveries.ts'
import { ODD_URLS } from './egress/hostile-targets.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The life of a webhook endpoint, through HTTP and against a real HTTPS receiver. */
describe('webhook endpoints', () => {
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
    expect([tested.status, tested.json]).toEqual([
      202,
      { ok: true, webhook_delivery_id: expect.stringMatching(/^whd_/) },
    ])
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
    const urls = [
      ...new Set(ODD_URLS),
      'https://shop.test/#x',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
    ]
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
})

/**
 * A challenge proves that whoever answers at a URL wants our webhooks: through HTTP, against a real HTTPS receiver.
 * The package standardwebhooks, which others use to receive, is the judge of the signature.
 */
describe('challenges', () => {
  let web: MerchantWeb
  let world: World
  /** Two, since one has no room for so many endpoints. */
  let operators: Operator[]
  beforeAll(async () => {
    web = await startMerchantWeb()
    const WEBHOOK_SECRET_KEYS = `one:${randomBytes(32).toString('base64url')}`
    world = await startWorld({ ...web.settings, WEBHOOK_SECRET_KEYS })
    operators = [await newOperator(world), await newOperator(world)]
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const WRONG: Readonly<Record<string, readonly [Answering, string]>> = {
    // First, since the others run beside it.
    silence: [() => {}, 'took longer than'],
    'another challenge': [(_, r) => answerJson(r, { challenge: 'x' }), 'is not the one that was sent'],
    'the challenge and more behind it': [
      (h, r) => answerJson(r, { challenge: `${challengeIn(h)} ` }),
      'is not the one that was sent',
    ],
    'an echo of the whole message': [(h, r) => r.end(h.body), 'no JSON object with "challenge"'],
    'the bare challenge': [(h, r) => r.end(challengeIn(h)), 'no JSON'],
    'the challenge as a JSON string': [(h, r) => answerJson(r, challengeIn(h)), 'no JSON object'],
    null: [(_, r) => answerJson(r, null), 'no JSON object'],
    'a challenge in a list': [(h, r) => answerJson(r, { challenge: [challengeIn(h)] }), 'is not the one'],
    nothing: [(_, r) => r.writeHead(204).end(), 'status 204, but the body is no JSON'],
    'bytes that are no UTF-8': [(_, r) => r.end(Buffer.from([0x22, 0xff, 0x22])), 'no JSON'],
    'the challenge with status 500': [(h, r) => answerJson(r, { challenge: challengeIn(h) }, 500), 'status 500'],
    'the challenge with status 410': [(h, r) => answerJson(r, { challenge: challengeIn(h) }, 410), 'status 410'],
    'a redirect': [
      (_, r) => r.writeHead(307, { location: 'https://shop.test/webhooks' }).end(),
      'redirects are not followed',
    ],
    'a redirect inwards': [(_, r) => r.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'status 302'],
    'a closed connection': [(_, r) => r.destroy(), 'shop.test'],
    'more than is read': [(_, r) => r.end(Buffer.alloc(1024 ** 2, 'x')), 'answered with more than'],
  }

  test.concurrent.each(Object.keys(WRONG))('%s is no answer to a challenge, and changes nothing', async (name) => {
    const [answer, seen] = WRONG[name] as NonNullable<(typeof WRONG)[string]>
    const operator = operators[Object.keys(WRONG).indexOf(name) % operators.length] as Operator
    const { path, url } = web.webhooks.place(answer)
    const { webhook_endpoint_id: id } = await newEndpoint(operator, { url })
    const before = await readEndpoint(operator, id)
    const refused = await act(operator, id, 'verify')
    expect(said(refused)).toEqual([422, 'webhook_challenge_failed'])
    expect(refused.json.error.seen).toContain(seen)
    expect(refused.json.error.message).toContain(refused.json.error.seen)
    expect(refused.text).not.toContain(challengeIn(web.webhooks.lastAt(path)))
    expect(await readEndpoint(operator, id)).toEqual(before)
  })

  test('a host without an address, or at one that may not be called, is no answer either, and hears nothing', async () => {
    const operator = await newOperator(world)
    const { webhook_endpoint_id: nowhere } = await newEndpoint(operator, { url: 'https://nowhere.test/' })
    expect((await act(operator, nowhere, 'verify')).json.error).toMatchObject({
      code: 'webhook_challenge_failed',
      seen: 'nowhere.test has no address: nxdomain',
    })
    const { path } = web.webhooks.place()
    const { webhook_endpoint_id: inward } = await newEndpoint(operator, { url: `https://books.test${path}` })
    const strict = (await world.another({ OUTBOUND_LOOPBACK: '' })) as { url: string }
    const headers = { cookie: operator.cookie, 'x-csrf-token': operator.csrf }
    const refused = await call(strict.url, 'POST', `${PATH}/${inward}/verify`, { headers })
    expect(refused.json.error).toMatchObject({
      code: 'webhook_challenge_failed',
      seen: 'books.test is not at an address that may be called',
    })
    expect(web.webhooks.lastAt(path)).toBeUndefined()
  })

  test('an endpoint that is changed while it is asked does not become active', async () => {
    const operator = await newOperator(world)
    let id = ''
    const { url } = web.webhooks.place(async (heard, response) => {
      await change(operator, id, { status: 'disabled', version: 1 })
      answerJson(response, { challenge: challengeIn(heard) })
    })
    id = (await newEndpoint(operator, { url })).webhook_endpoint_id
    const refused = await act(operator, id, 'verify')
    expect([...said(refused), refused.json.error.seen]).toEqual([
      422,
      'webhook_challenge_failed',
      'the endpoint was changed while it was asked',
    ])
    expect(await readEndpoint(operator, id)).toMatchObject({ status: 'disabled', version: 2 })
  })

  test('a challenge is signed over its exact bytes, fits its schema, and every other secret and changed byte is refused', async () => {
    const operator = await newOperator(world)
    const { path, url } = web.webhooks.place()
    const { webhook_endpoint_id, secret } = await activeEndpoint(operator, { url })
    const heard = web.webhooks.lastAt(path)
    const message = JSON.parse(heard.body)
    expect([...Compile(WEBHOOKS.webhook_endpoint_challenge).Errors(message)]).toEqual([])
    expect(message).toMatchObject({ type: 'webhook_endpoint.challenge', data: { webhook_endpoint_id } })
    expect(heard.headers).toMatchObject({
      'webhook-id': expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      'content-type': 'application/json',
    })
    expect(holds(secret, heard)).toBe(true)
    expect(holds((await newEndpoint(operator)).secret, heard)).toBe(false)
    expect(holds(secret, { ...heard, body: `${heard.body} ` })).toBe(false)
    const { headers } = heard
    expect(holds(secret, { ...heard, headers: { ...headers, 'webhook-id': `${headers['webhook-id']}0` } })).toBe(false)
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(holds(secret, { ...heard, headers: { ...headers, 'webhook-timestamp': later } })).toBe(false)
    await act(operator, webhook_endpoint_id, 'verify')
    expect(challengeIn(web.webhooks.lastAt(path))).not.toBe(message.data.challenge)
  })
})
