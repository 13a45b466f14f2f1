import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listEvents } from '@pursestrings/contract/events/operations'
import { successSchema } from '@pursestrings/contract/wire/envelopes'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventIdOf } from '../src/delivery/events/event-on-wire.ts'
import { feedLooks } from '../src/delivery/events/wait-for-page.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { newAsking } from './asking.ts'
import { connectionPath, type TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { follow, poll } from './events-reader.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The feed by polling: dense, in order, one connection's own, and never silent about a cursor that it did not give. */
describe('events', () => {
  let feed: FeedWorld
  let mine: TestConnection
  let other: TestConnection
  beforeAll(async () => {
    feed = await startFeedWorld()
    mine = await feed.connect()
    other = await feed.connect()
  })
  afterAll(() => feed.stop())

  test('a feed begins at cursor 1 and has one event for each request, in the order of their creation', async () => {
    const connection = await feed.connect()
    expect((await poll(connection)).json).toMatchObject({ ok: true, events: [], next_since: 0, has_more: false })
    const ids = await feed.create(connection, 3)
    const { json } = await poll(connection, 'since=0')
    const connection_id = uuidOf('con', connection.connection_id)
    expect(json).toMatchObject({ next_since: 3, has_more: false })
    expect(json.events).toEqual(
      ids.map((id, i) => ({
        cursor: i + 1,
        event_id: eventIdOf(connection_id, i + 1),
        type: 'payment_request.pending',
        request_id: idOf('pr', id),
        previous_status: null,
        status: 'pending',
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      })),
    )
  })

  test('a page holds every declared field and no other, although no serializer has seen it', async () => {
    const connection = await feed.connect()
    await feed.create(connection, 2)
    const { recipient_id, recipient_version_id } = feed.payee
    const named = { request_id: 'order-7', recipient_id, recipient_version_id, payment: { amount: '1' } }
    const body = { ...named, policy: { requires_user_approval: true }, idempotency_key: 'order-7' }
    expect((await connection.call('POST', '/v1/payment-requests', { body })).status).toBe(201)
    const { json, headers } = await poll(connection)
    const schema = successSchema('payment_requests', listEvents.answer.body)
    expect(Value.Check(schema, json)).toBe(true)
    expect(Value.Clean(schema, structuredClone(json))).toEqual(json)
    expect(json.events.map((e: { request_id: string }) => e.request_id).at(-1)).toBe(named.request_id)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('pages are as long as asked, say what comes next, and whether more is there', async () => {
    const connection = await feed.connect()
    await feed.create(connection, 501)
    const cursors: number[] = []
    let since = 0
    for (const [limit, more] of [
      [1, true],
      [499, true],
      [1, false],
    ] as const) {
      const { json } = await poll(connection, `since=${since}&limit=${limit}`)
      expect([json.events.length, json.has_more, json.next_since]).toEqual([limit, more, since + limit])
      cursors.push(...json.events.map((e: { cursor: number }) => e.cursor))
      since = json.next_since
    }
    expect(cursors).toEqual(Array.from({ length: 501 }, (_, i) => i + 1))
    expect((await poll(connection, 'since=1')).json.events.length).toBe(100)
    expect((await poll(connection, 'limit=500')).json.events.length).toBe(500)
  })

  test('bounds of the query are held on both sides', async () => {
    for (const query of [
      'since=-1',
      'since=last',
      'since=9007199254740992',
      'limit=0',
      'limit=501',
      'wait=31',
      'wait=-1',
    ]) {
      const { status, json } = await poll(mine, query)
      expect([query, status, json.error.code]).toEqual([query, 422, 'validation_failed'])
    }
  })

  test('a cursor beyond the end is refused and the end is named, never answered with an empty page', async () => {
    const connection = await feed.connect()
    await feed.create(connection, 2)
    expect((await poll(connection, 'since=2')).json).toMatchObject({ events: [], next_since: 2 })
    for (const query of ['since=3', 'since=9007199254740991', 'since=3&wait=30']) {
      const { status, json } = await poll(connection, query)
      expect([status, json.error.code, json.error.last_cursor]).toEqual([422, 'cursor_ahead', 2])
    }
  })

  test('the end of a feed can be asked for, and waited at', async () => {
    const connection = await feed.connect()
    expect((await poll(connection, 'since=latest')).json).toMatchObject({ events: [], next_since: 0, has_more: false })
    await feed.create(connection, 2)
    expect((await poll(connection, 'since=latest')).json).toMatchObject({ events: [], next_since: 2, has_more: false })
    const answered = new AbortController()
    const next = poll(connection, 'since=latest&wait=30').finally(() => answered.abort())
    while (!answered.signal.aborted) await Promise.all([feed.create(connection, 1), pause(100)])
    const { json } = await next
    expect(json.events[0].cursor).toBeGreaterThan(2)
  })

  test("another connection's cursor gives the own events only", async () => {
    await feed.create(mine, 5)
    const [only] = await feed.create(other, 1)
    await feed.create(other, 4)
    const { json } = await poll(mine, 'since=4')
    expect(json.events.map((e: { cursor: number }) => e.cursor)).toEqual([5])
    const ids = (await poll(mine)).json.events.map((e: { request_id: string }) => e.request_id)
    expect(ids).not.toContain(idOf('pr', only as never))
  })

  test('events have ids that no other event of any connection has', async () => {
    const seen = [...(await poll(mine)).json.events, ...(await poll(other)).json.events].map((e) => e.event_id)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('a page costs what is on it, however long the feed and its requests, even before any statistics', async () => {
    const connection = await feed.connect()
    await feed.create(connection, 2_000)
    const token_hash = hash('sha256', connection.connection_token, 'buffer')
    const look = `explain (analyze, buffers, format json) select * from read_event_pages($1, $2, $3)`
    for (const [since, limit, blocks_max] of [
      [1_000, 100, 1_500],
      [2_000, 500, 300],
    ] as const) {
      const { rows } = await feed.app.query(look, [[token_hash], [since], [limit]])
      expect(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(blocks_max)
    }
  })

  test('a token that opens nothing, no more or not this is refused with the reason', async () => {
    const code = async (call: TestConnection['call']) => (await poll({ call })).json.error.code
    const bearing =
      (token: string): TestConnection['call'] =>
      (method, path) =>
        feed.world.call(method, path, { headers: { authorization: `Bearer ${token}` } })
    expect(await code(bearing(newSecret('conn')))).toBe('credential_invalid')
    const narrow = await feed.connect({ granted: ['payment.requests.create'] })
    expect((await poll(narrow)).json.error).toMatchObject({
      code: 'scope_missing',
      scope: 'payment.requests.read',
    })
    const rotated = await feed.connect()
    await rotated.device.call('POST', connectionPath(rotated.connection_id, 'rotate-token'))
    expect(await code(rotated.call)).toBe('credential_invalid')
    const revoked = await feed.connect()
    await revoked.device.call('DELETE', connectionPath(revoked.connection_id))
    expect(await code(revoked.call)).toBe('connection_revoked')
    const retired = await feed.connect()
    const { agent_id, version } = retired.agent
    await retired.operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'suspended', version } })
    expect(await code(retired.call)).toBe('agent_not_active')
  })

  test('a paused connection still reads', async () => {
    const paused = await feed.connect()
    await feed.create(paused, 1)
    await paused.device.call('PATCH', connectionPath(paused.connection_id), { body: { status: 'paused' } })
    expect((await poll(paused)).json.events.length).toBe(1)
  })
})

/**
 * Waiting for events: woken across processes by NATS, and right without it; a notification is a hint, PostgreSQL is the answer. How
 * soon is measured by `npm run faults -- events`; here a loaded machine has its time, short of what a wait lasts.
 */
describe('waiting', () => {
  const SOON_MS = 15_000
  const NATS = { NATS_URL: 'nats://127.0.0.1:4222' }

  const longPoll = async (base: string, { connection_token }: TestConnection, since: number, wait = 30) => {
    const start = performance.now()
    const answer = await fetch(`${base}/v1/payment-requests/events?since=${since}&wait=${wait}`, {
      headers: { authorization: `Bearer ${connection_token}` },
    })
    // oxlint-disable-next-line typescript/no-explicit-any
    const json = (await answer.json()) as any
    return { status: answer.status, json, took_ms: performance.now() - start, at: performance.now() }
  }

  /** Requests are created through one process, whose notification is sent; what waits is at another. All wait side by side. */
  describe.concurrent.each([
    ['with NATS', NATS],
    ['without NATS', {}],
  ] as const)('%s', (_, settings) => {
    let feed: FeedWorld
    let elsewhere: string
    beforeAll(async () => {
      feed = await startFeedWorld(settings)
      elsewhere = (await feed.world.another()).url as string
    })
    afterAll(() => feed.stop())

    test('a wait and a stream at another process learn of an expiry long before the wait is over', async () => {
      const connection = await feed.connect()
      const ids = await feed.create(connection, 1)
      const stream = await follow(elsewhere, connection.connection_token, { since: 1 })
      const waiting = longPoll(elsewhere, connection, 1)
      await feed.expireAt(ids, '-1 second')
      const written = until(async () => {
        const events = "select from events where subject_id = $1 and kind = 'payment_request.expired'"
        return (await feed.world.database.admin.query(events, [ids[0]])).rowCount === 1
      }).then(() => performance.now())
      const { json, at } = await waiting
      const expired = { cursor: 2, type: 'payment_request.expired', previous_status: 'pending', status: 'expired' }
      expect(json).toMatchObject({ events: [expired], next_since: 2, has_more: false })
      expect(at - (await written)).toBeLessThan(SOON_MS)
      await until(() => stream.events.length === 1, SOON_MS)
      expect(stream.events).toEqual(json.events)
      stream.close()
    })

    test('a wait ends when its seconds are over, with an empty page', async () => {
      const connection = await feed.connect()
      const { status, json, took_ms } = await longPoll(elsewhere, connection, 0, 1)
      expect([status, json.events, json.next_since]).toEqual([200, [], 0])
      expect(took_ms).toBeGreaterThan(990)
      expect(took_ms).toBeLessThan(SOON_MS)
    })

    test('a wait is refused once its token opens nothing any more', async () => {
      const connection = await feed.connect()
      const waiting = longPoll(elsewhere, connection, 0)
      const revoked = await connection.device.call('DELETE', connectionPath(connection.connection_id))
      expect(revoked.status).toBe(200)
      const { status, json, took_ms } = await waiting
      expect([status, json.error?.code]).toEqual([403, 'connection_revoked'])
      expect(took_ms).toBeLessThan(SOON_MS)
    })

    test('beyond twenty waits of one connection, a poll answers at once', async () => {
      const connection = await feed.connect()
      const waits = Array.from({ length: 21 }, () => longPoll(elsewhere, connection, 0, 30))
      const first = await Promise.race(waits)
      expect(first.json.events).toEqual([])
      expect(first.took_ms).toBeLessThan(SOON_MS)
      await feed.create(connection, 1)
      const answers = await Promise.all(waits)
      expect(answers.filter(({ json }) => json.next_since === 1)).toHaveLength(20)
    })
  })
})

/** Many who wait for feeds of their own are one statement for the database, and each still reads now and then. */
describe('quiet looks', () => {
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

  test('looks at many feeds are one statement, only those with news read, and every fourth look reads', async () => {
    const asking = await newAsking(world, web)
    await asking.asked()
    const { admin } = world.database
    await until(async () => (await admin.query('select from events_pending')).rowCount === 0)
    const { rows } = await admin.query('select owner_id, last_cursor::float8 as since from feeds')
    expect(rows.length).toBeGreaterThan(1)
    const pool = createPool({ url: world.settings.DATABASE_URL as string, max: 5, application_name: 'test' })
    let statements = 0
    pool.on('acquire', () => statements++)
    const quiet = Array.from({ length: 50 }, () => ({ owner_id: crypto.randomUUID() as Uuid, since: 0 }))
    const looksOf = feedLooks(pool)
    const ended = [...rows, ...quiet].map(({ owner_id, since }) => looksOf(owner_id)(since))
    const behind = rows.map(({ owner_id, since }) => looksOf(owner_id)(since - 1))
    const answers = await Promise.all([...ended, ...behind])
    expect(answers).toEqual([...ended.map(() => false), ...behind.map(() => true)])
    expect(statements).toBe(1)
    const look = looksOf(crypto.randomUUID() as Uuid)
    const four = [await look(0), await look(0), await look(0), await look(0)]
    expect(four).toEqual([false, false, false, true])
    expect(statements).toBe(4)
    await pool.end()
  })
})
