/**
 * Waiting for events: woken across processes by NATS, and right without it; a notification is a hint, PostgreSQL is the answer. How
 * soon is measured by `npm run faults -- events`; here a loaded machine has its time, short of what a wait lasts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionPath, type TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { follow } from './events-reader.ts'
import { until } from './until.ts'

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
