/**
 * All four feeds at once, over HTTP, while processes of each role are killed: nothing is missed, repeated or left out. Then, without kills, how soon events get their cursors.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { FEEDS, type Feed } from '@pursestrings/contract/events/kinds'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, expect, test } from 'vitest'
import { type FeedPage, readMerchantFeed } from '../../server/src/delivery/events/read-feed.ts'
import { transactionsOn } from '../../server/src/platform/postgres/transaction.ts'
import { newAutomation, paymentPath } from '../../server/test/automation.ts'
import { type FeedWorld, startFeedWorld } from '../../server/test/events-feed.ts'
import { startProcess } from '../../server/test/process.ts'
import { newMerchantKey } from '../../server/test/project.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { expectedIn, type Reading, readUntil, tallyOf } from './feeds-readers.ts'
import { report } from './report.ts'

const KILLS = Number(process.env.KILLS ?? 30)
const figures: Record<string, unknown> = {}
afterAll(() => report('feeds', figures))

/** Its own service stops: processes that can be killed take over, and one api at its address that is not. */
const startGround = async () => {
  const feed = await startFeedWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '8', PORT: String(await freePort()) })
  const automation = await newAutomation(feed.world, feed.web, { operator: feed.operator, payee: feed.payee })
  await automation.consented()
  await feed.world.service.stop()
  const settings = { ...feed.world.settings, LOG_LEVEL: 'info' }
  const steady = await startProcess('api', settings)
  return { feed, automation, settings, steady }
}

const feedsOf = (feed: FeedWorld) => {
  const transactions = transactionsOn(feed.app)
  const merchant_id = uuidOf('mer', feed.operator.merchant_id)
  return {
    merchant_id,
    merchant: (since: number): Promise<FeedPage> =>
      transactions.asTenant(merchant_id, (tx) => readMerchantFeed(tx, { since, limit: 500 }, 1)),
  }
}

test('nothing is missed, repeated or left out of any feed, whichever process dies', {
  timeout: 1_800_000,
}, async () => {
  const { feed, automation, settings, steady } = await startGround()
  const { admin } = feed.world.database
  const connection_id = uuidOf('con', automation.connection_id)
  const device_id = uuidOf('dev', automation.device.device_id)
  const project_id = uuidOf('prj', automation.project_id)
  const { merchant_id } = feedsOf(feed)
  const start = {
    api: () => startProcess('api', { ...settings, PORT: '0' }),
    worker: () => startProcess('worker', settings),
  }
  const running = { api: await start.api(), worker: await start.worker(), second: await start.worker() }
  type Told = { events: { cursor: number; event_id: string }[]; next_since: number }
  const through = (path: string, headers: Record<string, string>) => async (since: number) => {
    const answer = await fetch(`${running.api.url}${path}?limit=500&wait=1&since=${since}`, { headers })
    if (answer.status !== 200) throw new Error(await answer.text())
    const json = (await answer.json()) as Told & { data?: Told }
    return json.data ?? json
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const key = await newMerchantKey(feed.operator, ['payment_requests:read'])

  const ends = new Map<Feed, number>()
  const reading: Record<Feed, Promise<Reading>> = {
    agent: readUntil(through('/v1/payment-requests/events', bearer(automation.connection_token)), () =>
      ends.get('agent'),
    ),
    merchant: readUntil(through('/v1/events', key.headers), () => ends.get('merchant')),
    wallet: readUntil(through('/v1/events', bearer(automation.device.token)), () => ends.get('wallet')),
    project: readUntil(through('/v1/events', automation.api_key), () => ends.get('project')),
  }
  const over = new AbortController()
  const writing = (async () => {
    while (!over.signal.aborted) {
      await feed.create(automation, 1 + Math.floor(Math.random() * 40))
      // Taken back, so that the policy never runs out: each adds two events to the project's feed.
      const { id } = await automation.intended()
      await automation.asProject('POST', paymentPath(id, 'cancel'))
      await pause(20)
    }
  })()
  for (let kill = 0; kill < KILLS; kill++) {
    for (const name of ['api', kill % 2 === 0 ? 'worker' : 'second'] as const) {
      await pause(Math.random() * 500)
      await running[name].end('SIGKILL')
      running[name] = await start[name === 'api' ? 'api' : 'worker']()
    }
  }
  over.abort()
  await writing
  await until(async () => (await admin.query('select from events_pending')).rowCount === 0, 60_000)
  const owners = { agent: connection_id, merchant: merchant_id, wallet: device_id, project: project_id }
  const expected = new Map<Feed, Set<string>>()
  for (const name of FEEDS) expected.set(name, await expectedIn(admin, name, owners[name]))
  for (const name of FEEDS) ends.set(name, expected.get(name)?.size ?? 0)

  const tallies: Partial<Record<Feed, ReturnType<typeof tallyOf>>> = {}
  for (const name of FEEDS) tallies[name] = tallyOf(await reading[name], expected.get(name) as Set<string>)
  Object.assign(figures, { kills: { api: KILLS, worker: KILLS }, feeds: tallies })
  await Promise.all([...Object.values(running), steady].map((process) => process.end()))
  await feed.stop()
  for (const name of FEEDS) {
    expect([name, tallies[name]]).toEqual([
      name,
      expect.objectContaining({ missed: 0, repeated: 0, gaps: 0, strange: 0 }),
    ])
    expect([name, (tallies[name]?.events ?? 0) > 0]).toEqual([name, true])
  }
})

test('events get their cursors within 1 s at 5,000 events/s, and within 200 ms at 100', {
  timeout: 300_000,
}, async () => {
  const { feed, settings, steady } = await startGround()
  const { admin } = feed.world.database
  const worker = await startProcess('worker', settings)
  const { merchant_id, merchant } = feedsOf(feed)
  const append = `select append_events(array_agg(row('connection.narrowed', $1::uuid, gen_random_uuid(), null, $1::uuid, null,
      null, '{"scopes": []}', true, d, null)::new_event))
    from (select ('00000000-0000-7000-8000-' || lpad(to_hex(n % 50), 12, '0'))::uuid as d
      from generate_series(1, $2::int) n) devices`
  const latency = async (per_s: number, seconds: number) => {
    let since = 0
    for (let page = await merchant(since); page.events.length > 0; page = await merchant(since)) since = page.next_since
    const goal = since + per_s * seconds
    const taken: number[] = []
    const read = (async () => {
      while (since < goal) {
        const page = await merchant(since)
        const now = Date.now()
        for (const { timestamp } of page.events) taken.push(now - Date.parse(timestamp))
        since = page.next_since
        if (page.events.length === 0) await pause(5)
      }
    })()
    const began = performance.now()
    const every_ms = per_s >= 1_000 ? 50 : 100
    for (let made = 0; made < per_s * seconds; made += (per_s * every_ms) / 1_000) {
      const due = (made / per_s) * 1_000 - (performance.now() - began)
      if (due > 0) await pause(due)
      await admin.query(append, [merchant_id, (per_s * every_ms) / 1_000])
    }
    const appended_per_s = Math.round((per_s * seconds) / ((performance.now() - began) / 1_000))
    await read
    const sorted = taken.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
    return { per_s, appended_per_s, events: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) }
  }
  await latency(500, 2)
  const slow = await latency(100, 10)
  const fast = await latency(5_000, 8)
  figures.latency = [slow, fast]
  await Promise.all([worker.end(), steady.end()])
  await feed.stop()
  expect(slow.p99_ms).toBeLessThanOrEqual(200)
  expect(fast.p99_ms).toBeLessThanOrEqual(1_000)
  expect(fast.appended_per_s).toBeGreaterThan(4_500)
})
