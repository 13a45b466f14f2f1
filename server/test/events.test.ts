/** The feed by polling: dense, in order, one connection's own, and never silent about a cursor that it did not give. */
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listEvents } from '@pursestrings/contract/events/operations'
import { successSchema } from '@pursestrings/contract/wire/envelopes'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventIdOf } from '../src/delivery/events/event-on-wire.ts'
import { connectionPath, type TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { poll } from './events-reader.ts'

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
