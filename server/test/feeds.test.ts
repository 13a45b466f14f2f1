import { setTimeout as pause } from 'node:timers/promises'
import { EVENT_KINDS, eventResourceOf } from '@pursestrings/contract/events/kinds'
import { AgentPaymentEvent, MerchantEvent, WalletEvent } from '@pursestrings/contract/events/operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../src/service.ts'
import { type Automation, newAutomation, paymentPath, policyPath } from './automation.ts'
import { connectionPath } from './connection.ts'
import { activeEndpoint } from './deliveries.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { type Following, follow, followAcross, poll } from './events-reader.ts'
import { bearerSession } from './keyring.ts'
import { newOperator } from './operator.ts'
import { newApiKey, newMerchantKey, revokeKey, revokeMerchantKey } from './project.ts'
import { until } from './until.ts'

/**
 * The feeds of merchants, wallets and projects over HTTP: what webhooks tell, in order and without gaps, by poll, by wait and
 * as a stream, for exactly as long as the credential is good.
 */
describe('feeds', () => {
  let feed: FeedWorld
  let automation: Automation
  let hook: string
  const FEED = '/v1/events'

  beforeAll(async () => {
    feed = await startFeedWorld()
    const { path, url } = feed.web.webhooks.place()
    hook = path
    await activeEndpoint(feed.operator, { url })
    automation = await newAutomation(feed.world, feed.web, { operator: feed.operator, payee: feed.payee })
    const { id: policy_id } = await automation.consented()
    const { id } = await automation.intended()
    await automation.asProject('POST', paymentPath(id, 'cancel'))
    await automation.report(id, { status: 'submitted', transaction_hash: 'a1b2c3' })
    for (const status of ['paused', 'active']) {
      await automation.device.call('POST', policyPath(policy_id, 'status'), { body: { status } })
    }
    for (const status of ['paused', 'active']) {
      await automation.device.call('PATCH', connectionPath(automation.connection_id), { body: { status } })
    }
    await feed.create(automation, 3)
    await sequenced()
  })
  afterAll(() => feed.stop())

  const sql = async (text: string) => (await feed.world.database.admin.query(text)).rows
  const sequenced = () => until(async () => (await sql('select from events_pending')).length === 0)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const get = async (path: string, headers: Record<string, string>) => {
    const { status, json } = await feed.world.call('GET', path, { headers })
    return { status, ...(json.data ?? json) }
  }
  const owners = async () =>
    [
      ['merchant', FEED, { cookie: feed.operator.cookie }, MerchantEvent],
      ['merchant', FEED, (await newMerchantKey(feed.operator, ['payment_requests:read'])).headers, MerchantEvent],
      ['wallet', FEED, bearer(automation.device.token), WalletEvent],
      ['project', FEED, automation.api_key, AgentPaymentEvent],
    ] as const

  test('each feed holds its kinds from 1 on without gaps, in pages of any size, as the contract describes them', async () => {
    for (const [name, path, headers, schema] of await owners()) {
      const all = await get(`${path}?limit=500`, headers)
      expect([all.status, all.has_more]).toEqual([200, false])
      expect(all.events.map((e: { cursor: number }) => e.cursor)).toEqual(
        all.events.map((_: unknown, i: number) => i + 1),
      )
      for (const event of all.events) expect([event.type, Check(schema, event)]).toEqual([event.type, true])
      const kinds = new Set(all.events.map((e: { type: string }) => e.type.split('.')[0]))
      // Nothing here suspends the organization.
      const happens = EVENT_KINDS.filter((kind) => !kind.startsWith('merchant.'))
      const held = happens.filter((kind) => eventResourceOf(kind).feeds.includes(name))
      expect(kinds).toEqual(new Set(held.map((kind) => kind.split('.')[0])))
      const paged: unknown[] = []
      for (let since = 0, more = true; more; ) {
        const page = await get(`${path}?limit=2&since=${since}`, headers)
        paged.push(...page.events)
        ;({ next_since: since, has_more: more } = page)
      }
      expect(paged).toEqual(all.events)
      const latest = await get(`${path}?since=latest`, headers)
      expect([latest.status, latest.events, latest.next_since]).toEqual([200, [], all.next_since])
      const ahead = await get(`${path}?since=${all.next_since + 1}`, headers)
      expect([ahead.status, JSON.stringify(ahead)]).toEqual([422, expect.stringContaining('cursor_ahead')])
      const stream = await follow(feed.world.url, '', { path, headers, since: all.next_since + 1 })
      expect([stream.status, JSON.stringify(stream.refused)]).toEqual([422, expect.stringContaining('cursor_ahead')])
    }
  })

  test("an item of the merchant's feed is the body of the webhook, under the same id", async () => {
    const { events } = await get(`${FEED}?limit=500`, { cookie: feed.operator.cookie })
    const told = () => feed.web.webhooks.heard.filter((one) => one.path === hook).slice(1)
    const since = events.findIndex((e: { type: string }) => e.type === 'connection.created')
    const wanted = events.slice(since)
    await until(() => told().length >= wanted.length)
    const bodies = new Map(told().map((one) => [one.headers['webhook-id'], JSON.parse(one.body)]))
    for (const { cursor: _place, event_id, ...body } of wanted) expect(bodies.get(event_id)).toEqual(body)
    const types = new Set([...bodies.values()].map(({ type }) => type))
    for (const type of ['agent_payment.intent_created', 'agent_payment.late_report', 'automation_policy.consented']) {
      expect([type, types.has(type)]).toEqual([type, true])
    }
  })

  test('a wait is answered by the next event, and a stream goes on where Last-Event-ID says', async () => {
    for (const [, path, headers] of await owners()) {
      const { next_since } = await get(`${path}?limit=500`, headers)
      const waiting = get(`${path}?since=${next_since}&wait=20`, headers)
      const stream = await follow(feed.world.url, '', { path, headers, last_event_id: next_since })
      expect(stream.status).toBe(200)
      const { id } = await automation.intended()
      await automation.asProject('POST', paymentPath(id, 'cancel'))
      expect((await waiting).events[0]).toMatchObject({ cursor: next_since + 1, type: 'agent_payment.intent_created' })
      await until(() => stream.events.length >= 2)
      expect(stream.events.map((e) => e.cursor).slice(0, 2)).toEqual([next_since + 1, next_since + 2])
      stream.close()
    }
  })

  test('a stream ends with its credential: session closed, key revoked, device token replaced', async () => {
    const { operator, world } = feed
    const session = bearer(await bearerSession(world, operator))
    const key = await newMerchantKey(operator)
    const api_key = await newApiKey(operator, automation.project_id)
    const device = (await feed.connect()).device
    const ends: [string, Record<string, string>, () => Promise<unknown>][] = [
      [FEED, session, () => world.call('DELETE', '/v1/merchant-sessions/current', { headers: session })],
      [FEED, key.headers, () => revokeMerchantKey(operator, key)],
      [FEED, api_key.headers, () => revokeKey(operator, api_key)],
    ]
    for (const [path, headers, end] of ends) {
      await sequenced()
      const { next_since } = await get(`${path}?limit=500`, headers)
      const stream = await follow(world.url, '', { path, headers, since: next_since })
      await end()
      await automation.intended().then(({ id }) => automation.asProject('POST', paymentPath(id, 'cancel')))
      await stream.ended
      expect([path, stream.events]).toEqual([path, []])
      const again = await follow(world.url, '', { path, headers })
      expect(again.status).toBe(401)
    }
    const stream = await follow(world.url, device.token, { path: FEED })
    const rotated = await device.call('POST', `/v1/app-devices/${device.device_id}/rotate-token`)
    // The old token ends with the first use of the new one.
    expect((await get(FEED, bearer(rotated.json.token))).status).toBe(200)
    await stream.ended
  })

  test('a stream is no sign of life: it keeps no session awake, and ends with it', async () => {
    const headers = bearer(await bearerSession(feed.world, feed.operator))
    const stream = await follow(feed.world.url, '', { path: FEED, headers })
    const [{ n }] =
      await sql(`with silent as (update merchant_sessions set last_seen_at = now() - interval '29 minutes 55 seconds'
    where closed_at is null and transport = 'bearer' returning 1) select count(*)::int as n from silent`)
    expect(n).toBeGreaterThan(0)
    const ended = stream.ended.then(() => 'ended')
    expect(await Promise.race([ended, pause(30_000, 'open', { ref: false })])).toBe('ended')
  })

  test("nobody reads another's feed: each credential opens its own owner's, and no other kind opens it", async () => {
    const other = await newOperator(feed.world, 'Quay Records')
    const theirs = await get(FEED, { cookie: other.cookie })
    expect(theirs.events).toEqual([])
    const narrow = await newMerchantKey(feed.operator, ['webhooks:manage'])
    expect((await get(FEED, narrow.headers)).status).toBe(403)
    const device = (await feed.connect({ operator: other })).device
    const events = (await get(`${FEED}?limit=500`, bearer(device.token))).events
    expect(events.every((e: { type: string }) => /^connect(_invitation\.|ion\.created)/.test(e.type))).toBe(true)
    expect(uuidOf('dev', device.device_id)).not.toBe(uuidOf('dev', automation.device.device_id))
    expect((await get(FEED, bearer(automation.connection_token))).status).toBe(403)
  })
})

/** The feed as a stream: the same events, nothing missed and nothing repeated across reconnects, and it ends when it must. */
describe('streams', () => {
  let feed: FeedWorld
  /** Nothing ever happens on its connection; looked at by the last test. */
  let quiet: Following
  beforeAll(async () => {
    feed = await startFeedWorld({ NATS_URL: 'nats://127.0.0.1:4222' })
    quiet = await follow(feed.world.url, (await feed.connect()).connection_token)
  })
  afterAll(() => feed.stop())

  const within = async (limit_ms: number, what: Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await what
    const took = performance.now() - start
    expect(took).toBeLessThan(limit_ms)
    return took
  }

  test('a stream gives what the poll gives, from the start or from a cursor, and what comes later', async () => {
    const connection = await feed.connect()
    await feed.create(connection, 150)
    const stream = await follow(feed.world.url, connection.connection_token)
    expect([stream.headers['content-type'], stream.headers['access-control-allow-origin']]).toEqual([
      'text/event-stream; charset=utf-8',
      '*',
    ])
    const later = await follow(feed.world.url, connection.connection_token, { since: 100 })
    await feed.create(connection, 10)
    await until(() => stream.events.length === 160 && later.events.length === 60)
    expect(stream.retry_ms).toBeGreaterThanOrEqual(500)
    expect(stream.retry_ms).toBeLessThanOrEqual(3_000)
    const { json } = await poll(connection, 'limit=500')
    expect(stream.events).toEqual(json.events)
    expect(later.events).toEqual(json.events.slice(100))
    stream.close()
    later.close()
  })

  test('Last-Event-ID wins over since; an empty one is none, and nonsense is refused', async () => {
    const connection = await feed.connect()
    await feed.create(connection, 5)
    const token = connection.connection_token
    const resumed = await follow(feed.world.url, token, { since: 1, last_event_id: 4 })
    const fresh = await follow(feed.world.url, token, { since: 1, last_event_id: '' })
    await until(() => resumed.events.length === 1 && fresh.events.length === 4)
    expect(resumed.events[0]?.cursor).toBe(5)
    resumed.close()
    fresh.close()
    for (const last_event_id of ['x', '-1', '1.5', '9007199254740993', '1 ']) {
      const { status, refused } = await follow(feed.world.url, token, { last_event_id })
      if (last_event_id === '1 ') expect(status).toBe(200)
      else expect(refused).toMatchObject({ ok: false, error: { code: 'validation_failed' } })
    }
  })

  test('a stream takes a cursor alone: what is for polls is refused, and the same route polls for whoever takes JSON', async () => {
    const { connection_token } = await feed.connect()
    const get = (query: string, accept: string) =>
      fetch(`${feed.world.url}/v1/payment-requests/events?${query}`, {
        headers: { authorization: `Bearer ${connection_token}`, accept },
      })
    for (const [query, field] of [
      ['since=latest', 'since'],
      ['limit=5', 'limit'],
      ['wait=1', 'wait'],
    ] as const) {
      const refused = await get(query, 'text/event-stream')
      expect([query, refused.status]).toEqual([query, 422])
      expect(await refused.json()).toMatchObject({ error: { code: 'validation_failed', field } })
      for (const accept of ['application/json, text/event-stream', '*/*']) {
        const polled = await get(query, accept)
        expect([query, polled.status, await polled.json()]).toMatchObject([query, 200, { ok: true, events: [] }])
      }
    }
  })

  test('a cursor beyond the end is refused before the stream begins', async () => {
    const connection = await feed.connect()
    const ahead = await follow(feed.world.url, connection.connection_token, { last_event_id: 1 })
    expect([ahead.status, ahead.refused]).toMatchObject([422, { error: { code: 'cursor_ahead' } }])
  })

  test('across reconnects at any moment nothing is missed and nothing repeated', async () => {
    const connection = await feed.connect()
    const TOTAL = 400
    const breaks_after = () => 1 + Math.floor(Math.random() * 40)
    const reading = followAcross(() => feed.world.url, connection.connection_token, { to: () => TOTAL, breaks_after })
    for (let made = 0; made < TOTAL; made += 20) await feed.create(connection, 20)
    const { cursors, reconnects } = await reading
    expect(cursors).toEqual(Array.from({ length: TOTAL }, (_, i) => i + 1))
    expect(reconnects).toBeGreaterThan(5)
  })

  test('a revoked connection, a rotated token and a suspended agent end the stream', async () => {
    const expectEnd = async (end: 'revoke' | 'rotate' | 'suspend') => {
      const connection = await feed.connect()
      const { device, operator, agent, connection_id } = connection
      const stream = await follow(feed.world.url, connection.connection_token)
      if (end === 'revoke') await device.call('DELETE', connectionPath(connection_id))
      if (end === 'rotate') await device.call('POST', connectionPath(connection_id, 'rotate-token'))
      if (end === 'suspend') {
        const body = { status: 'suspended', version: agent.version }
        await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, { body })
      }
      await within(15_000, stream.ended)
    }
    await Promise.all([expectEnd('revoke'), expectEnd('rotate'), expectEnd('suspend')])
  })

  test('ten streams of a connection are served, the eleventh is told to wait, and one that ends makes room at once', async () => {
    const connection = await feed.connect()
    const open = () => follow(feed.world.url, connection.connection_token)
    const streams = await Promise.all(Array.from({ length: 10 }, open))
    expect(new Set(streams.map((s) => s.status))).toEqual(new Set([200]))
    const eleventh = await open()
    expect([eleventh.status, eleventh.headers['retry-after']]).toEqual([429, '5'])
    expect(eleventh.refused).toMatchObject({ error: { code: 'rate_limited' } })
    streams[0]?.close()
    const start = performance.now()
    let next = await open()
    while (next.status === 429 && performance.now() - start < 1_000) next = await open()
    expect([next.status, performance.now() - start < 100]).toEqual([200, true])
    for (const stream of [...streams, next]) stream.close()
  })

  test('a process that stops ends its streams and waits at once, so that clients come back elsewhere', async () => {
    const other = (await feed.world.another()) as Service & { url: string }
    const connection = await feed.connect()
    await feed.create(connection, 1)
    const stream = await follow(other.url, connection.connection_token)
    const waiting = fetch(`${other.url}/v1/payment-requests/events?since=1&wait=30`, {
      headers: { authorization: `Bearer ${connection.connection_token}` },
    }).then(
      (r) => r.json(),
      () => 'refused: the process was faster than the call',
    )
    await until(() => stream.events.length === 1)
    await within(15_000, Promise.all([stream.ended, other.stop()]))
    const answer = await waiting
    if (typeof answer === 'object') expect(answer).toMatchObject({ ok: true, events: [] })
    await feed.create(connection, 1)
    const again = await follow(feed.world.url, connection.connection_token, { last_event_id: 1 })
    await until(() => again.events.length === 1)
    expect(again.events[0]?.cursor).toBe(2)
    again.close()
  })

  test('a stream on which nothing happens shows a sign of life', async () => {
    await until(() => quiet.comments.length > 0, 25_000)
    expect(quiet.events).toEqual([])
    quiet.close()
  })
})
