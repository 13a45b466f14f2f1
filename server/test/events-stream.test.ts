/** The feed as a stream: the same events, nothing missed and nothing repeated across reconnects, and it ends when it must. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../src/service.ts'
import { connectionPath } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { type Following, follow, followAcross, poll } from './events-reader.ts'
import { until } from './until.ts'

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
