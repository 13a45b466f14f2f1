/**
 * A feed that cannot miss: 50,000 events from 16 writers of which some are rolled back, cut off or killed,
 * read by 100 pollers and by streams that break. Then how fast a wait ends at another process, and what 1,000 waits cost.
 */
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, expect, test } from 'vitest'
import { type FeedWorld, startFeedWorld } from '../../server/test/events-feed.ts'
import { faultsOf, followAcross } from '../../server/test/events-reader.ts'
import { until } from '../../server/test/until.ts'
import {
  type Account,
  costOfWaiting,
  endOf,
  identityOf,
  judge,
  keepReporting,
  pollToEnd,
  wakeLatency,
} from './events-readers.ts'
import { startWriters } from './events-writers.ts'
import { report } from './report.ts'

const EVENTS = 50_000
const FEEDS = 8
const POLLERS = 100
const STREAMS = 16
const NATS_URL = 'nats://127.0.0.1:4222'
const figures: Record<string, unknown> = {}
afterAll(() => report('events', figures))

const feedWorld = (more: Record<string, string> = {}) =>
  startFeedWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '8', NATS_URL, ...more })

const accountsOf = (feed: FeedWorld, count: number): Promise<Account[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await feed.connect()
      return {
        connection,
        connection_id: uuidOf('con', connection.connection_id),
        seen: new Map(),
        disagreeing: 0,
        unavailable: 0,
      }
    }),
  )

test('nothing is missed, nothing repeated, and there are no gaps', { timeout: 1_800_000 }, async () => {
  const feed = await feedWorld()
  const { admin } = feed.world.database
  const bases = [feed.world.url, (await feed.world.another()).url as string]
  const accounts = await accountsOf(feed, FEEDS)
  const writers = startWriters(admin, {
    database_url: feed.world.database.url,
    nats_url: NATS_URL,
    payee: feed.payee,
    feeds: accounts.map(({ connection }) => ({
      token: connection.connection_token,
      device_token: connection.device.token,
    })),
  })
  const written = async () =>
    (await admin.query('select sum(last_cursor)::int as n from connections')).rows[0].n as number
  await until(async () => (await written()) > FEEDS * 20, 60_000)

  const ends = new Map<Account, number>()
  const of = (n: number) => accounts[n % FEEDS] as Account
  const polled = Array.from({ length: POLLERS }, async (_, n) => {
    const from = Math.floor(Math.random() * (await endOf(admin, of(n).connection_id)))
    const base = bases[n % bases.length] as string
    return { account: of(n), from, cursors: await pollToEnd(of(n), { base, from, end: () => ends.get(of(n)) }) }
  })
  const stopped = Promise.withResolvers<void>()
  const streamed = Array.from({ length: STREAMS }, async (_, n) => {
    const account = of(n)
    let place = n
    const read = await followAcross(
      () => bases[place++ % bases.length] as string,
      account.connection.connection_token,
      {
        to: () => ends.get(account) ?? Number.POSITIVE_INFINITY,
        known: stopped.promise,
        breaks_after: () => 1 + Math.floor(Math.random() * 500),
      },
    )
    return { account, from: 0, ...read }
  })
  const over = new AbortController()
  const reported = keepReporting(feed, accounts, over.signal)
  await until(async () => (await written()) >= EVENTS, 1_500_000)
  await writers.stop()
  over.abort()
  const { http_reports } = await reported
  // What time has run out for is swept before the end is looked at.
  const due = "select from payment_requests where status = 'pending' and expires_at <= now()"
  await until(async () => (await admin.query(due)).rowCount === 0)
  for (const account of accounts) ends.set(account, await endOf(admin, account.connection_id))
  stopped.resolve()
  const [polls, streams] = await Promise.all([Promise.all(polled), Promise.all(streamed)])

  const sum = { missed: 0, repeated: 0, disordered: 0 }
  for (const { account, from, cursors } of [...polls, ...streams]) {
    const judged = judge(cursors, from, ends.get(account) as number)
    for (const key of ['missed', 'repeated', 'disordered'] as const) sum[key] += judged[key]
  }
  const unsound: string[] = []
  let untrue = 0
  for (const { connection_id, seen } of accounts) {
    unsound.push(...(await faultsOf(admin, connection_id)))
    const { rows } = await admin.query(
      `select cursor::int, subject_id as payment_request_id, data ->> 'previous_status' as previous_status,
        data ->> 'status' as status from events where connection_id = $1 and cursor is not null`,
      [connection_id],
    )
    const truth = new Map(
      rows.map((r) => [r.cursor, identityOf({ ...r, request_id: idOf('pr', r.payment_request_id) })]),
    )
    for (const [cursor, identity] of seen) if (truth.get(cursor) !== identity) untrue++
  }
  Object.assign(figures, {
    events: await written(),
    ...sum,
    gaps: unsound.length,
    untrue,
    disagreeing: accounts.reduce((n, a) => n + a.disagreeing, 0),
    feeds: FEEDS,
    pollers: POLLERS,
    streams: STREAMS,
    unavailable: accounts.reduce((n, a) => n + a.unavailable, 0),
    deliveries: [...polls, ...streams].reduce((n, r) => n + r.cursors.length, 0),
    reconnects: streams.reduce((n, s) => n + s.reconnects, 0),
    ...writers.counts,
    http_reports,
  })
  await feed.stop()
  expect(unsound).toEqual([])
  expect({ ...sum, untrue, disagreeing: figures.disagreeing }).toEqual({
    missed: 0,
    repeated: 0,
    disordered: 0,
    untrue: 0,
    disagreeing: 0,
  })
  expect(writers.counts.rolled_back * writers.counts.kills * writers.counts.cuts).toBeGreaterThan(0)
})

test('an event ends a wait at another process within 100 ms with NATS, within 3 s without', {
  timeout: 600_000,
}, async () => {
  const feed = await feedWorld()
  const with_nats = await wakeLatency(feed, { samples: 300, at_once: 1, settings: { NATS_URL } })
  const without_nats = await wakeLatency(feed, { samples: 100, at_once: 20, settings: { NATS_URL: '' } })
  figures.wake_ms = { with_nats, without_nats }
  await feed.stop()
  expect(with_nats.p99).toBeLessThan(100)
  expect(without_nats.max).toBeLessThan(3_000)
})

test('1,000 waiting agents cost less than 100 MB', { timeout: 600_000 }, async () => {
  const feed = await feedWorld()
  figures.waiting = await costOfWaiting(feed, 1_000)
  await feed.stop()
  expect((figures.waiting as { rss_mb: number }).rss_mb).toBeLessThan(100)
})
