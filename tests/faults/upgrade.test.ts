/**
 * An upgrade under load, and the way back: the database of an older commit, filled by it, is migrated while old processes serve, then
 * old and new ones serve together, then new ones alone, then the old program is started again and serves alone. `UPGRADE_FROM` names the commit, else it is that of the baseline;
 * `UPGRADE_REQUESTS` how many requests are there before. Agents wait for events and a receiver takes webhooks all along: no call fails, nothing is missed or lost.
 */
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Asking, askingOver } from '../../server/test/asking.ts'
import { newConnection } from '../../server/test/connection.ts'
import { onServer } from '../../server/test/database.ts'
import { activeEndpoint, toDeliveries, typeOf } from '../../server/test/deliveries.ts'
import { startMailbox } from '../../server/test/mailbox.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { MAIN, type Process } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import type { World } from '../../server/test/world.ts'
import { bundled } from '../../tools/dev/bundled.ts'
import { baselineCommit, checkOut } from './old-tree.ts'
import { report } from './report.ts'
import { runIn, runMigrate, startFleet } from './upgrade-fleet.ts'

const FROM = process.env.UPGRADE_FROM ?? baselineCommit()
const REQUESTS = Number(process.env.UPGRADE_REQUESTS ?? 100_000)
const AGENTS = 4
/** Creates that each phase waits for. */
const PHASE = 200

/** By the older commit's own statement, for connections of a merchant that has no endpoint. */
const FILL = `
import pg from 'pg'
import { insertPaymentRequests } from './server/src/payments/payment-requests/create.store.ts'
import { createPool } from './server/src/platform/postgres/pool.ts'
import { itemOf, UNLIMITED } from './server/test/new-request.ts'
const { url, tokens, payee, count } = JSON.parse(process.env.INPUT)
const pool = createPool({ url, max: 2, application_name: 'fill' })
const admin = new pg.Client({ connectionString: url })
await admin.connect()
const insert = insertPaymentRequests(pool, UNLIMITED)
for (let made = 0; made < count; made += 500) {
  const batch = Math.min(500, count - made)
  const results = await insert(Array.from({ length: batch }, (_, i) => itemOf(tokens[(made + i) % tokens.length], payee)))
  if (results.some(({ verdict }) => verdict !== 'created')) throw new Error('a request was refused')
  // The older commit has no worker that does this, and plans made for empty tables are too slow to fill them.
  if (made % 10_000 === 0) await admin.query('analyze')
}
await admin.end()
await pool.end()
`

test('no call fails, no event is missed and no delivery is lost, forward and back', {
  timeout: 1_800_000,
}, async () => {
  const old = checkOut(FROM)
  onTestFinished(() => old.remove(), 120_000)
  const OLD_MAIN = await bundled('server', old.root)
  const name = `${inject('template')}_upgrade`
  await onServer(`create database ${name}`)
  onTestFinished(() => onServer(`drop database ${name} with (force)`))
  const url = Object.assign(new URL(inject('admin_url')), { pathname: `/${name}` }).href
  const web = await startMerchantWeb()
  onTestFinished(() => web.stop())
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const settings = {
    ...web.settings,
    ENVIRONMENT: 'development',
    DATABASE_URL: url,
    SMTP_URL: mailbox.smtp_url,
    NATS_URL: 'nats://127.0.0.1:4222',
    LOG_LEVEL: 'info',
    DRAIN_MS: '500',
    DATABASE_POOL_MAX: '5',
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
    WEBHOOK_SECRET_KEYS: `one:${randomBytes(32).toString('base64url')}`,
  }
  await runMigrate(OLD_MAIN, settings)
  const fleet = startFleet(settings)
  onTestFinished(async () => void (await fleet.stop()))
  const olds = [await fleet.startApi(OLD_MAIN), await fleet.startApi(OLD_MAIN), await fleet.startWorker(OLD_MAIN)]
  const answeredBy = (api: Process | undefined) => fleet.answers.get(api?.url ?? '') ?? 0
  const world = { call: fleet.call, mailbox } as unknown as World

  const merchant = async (host: string) => {
    const operator = await newOperator(world)
    const payee = await verifiedPayee(web, operator, await proveHost(web, operator, host), host)
    expect((await activate(operator, payee)).status).toBe(200)
    return { operator, payee }
  }
  const stocked = await merchant('books.test')
  const shelves = await Promise.all(Array.from({ length: 4 }, () => newConnection(world, stocked)))
  const tokens = shelves.map(({ connection_token }) => connection_token)
  await runIn(old.root, FILL, { url, tokens, payee: stocked.payee, count: REQUESTS })

  // One event in ten is taken at the second attempt only, so that deliveries are open whenever something is replaced.
  const taken = new Set<string>()
  const seen_once = new Set<string>()
  let events_heard = 0
  const place = web.webhooks.place(
    toDeliveries((heard, response) => {
      const id = heard.headers['webhook-id'] ?? ''
      if (!seen_once.has(id) && events_heard++ % 10 === 0) {
        seen_once.add(id)
        return response.writeHead(500).end()
      }
      seen_once.add(id)
      if (typeOf(heard).startsWith('payment_request.')) taken.add(id)
      return response.writeHead(200).end()
    }),
  )
  const { operator, payee } = await merchant('shop.test')
  await activeEndpoint(operator, { url: place.url })
  const agents: Asking[] = []
  for (let i = 0; i < AGENTS; i++) agents.push(askingOver(await newConnection(world, { operator }), payee))

  const load = { running: true, read: true }
  let created = 0
  let reported = 0
  const keepAsking = async (agent: Asking) => {
    for (let i = 0; load.running; i++) {
      const answer = await agent.ask()
      if (answer.status !== 201) return
      created++
      const { request_id } = answer.json.payment_request
      await agent.call('GET', `/v1/payment-requests/${request_id}`)
      if (i % 2 === 0) {
        const { status } = await agent.report(request_id, { status: i % 4 === 0 ? 'rejected' : 'signed' })
        if (status === 200) reported++
      }
    }
  }
  const feeds = agents.map(() => [] as { cursor: number; event_id: string }[])
  const keepWaiting = async (agent: Asking, feed: { cursor: number; event_id: string }[]) => {
    const read = async (wait: number) => {
      const path = `/v1/payment-requests/events?changes=all&since=${feed.at(-1)?.cursor ?? 0}&wait=${wait}`
      const { json } = await agent.call('GET', path)
      feed.push(...json.events)
      return json.events.length as number
    }
    while (load.read) await read(2)
    while ((await read(0)) > 0);
  }
  const more = (count: number) => {
    const goal = created + count
    return until(() => created >= goal || fleet.failed.length > 0, 300_000)
  }
  const asking = agents.map((agent) => keepAsking(agent))
  const waiting = agents.map((agent, i) => keepWaiting(agent, feeds[i] as (typeof feeds)[number]))

  await more(PHASE)
  const before_migrate_ms = fleet.slowest_ms()
  const migrate_ms = await runMigrate(MAIN, settings)
  await more(PHASE)
  const news = [await fleet.startApi(MAIN), await fleet.startWorker(MAIN)]
  await more(PHASE)
  const replaceAll = async (processes: readonly Process[]) => {
    for (const process of processes) {
      await fleet.end(process)
      await more(PHASE / 4)
    }
    await more(PHASE)
  }
  await replaceAll(olds)
  const answered_by_new = answeredBy(news[0])
  // Back: the old program on the newer schema and functions, without a migration.
  const olds_again = [await fleet.startApi(OLD_MAIN), await fleet.startWorker(OLD_MAIN)]
  await more(PHASE)
  await replaceAll(news)
  const answered_after_going_back = answeredBy(olds_again[0])
  load.running = false
  await Promise.all(asking)
  // Only now is every change made: whoever stopped reading before would miss the last ones.
  load.read = false
  await Promise.all(waiting)

  const events = feeds.flat()
  await until(() => events.every(({ event_id }) => taken.has(event_id)), 120_000).catch(() => {})
  const missed = feeds.map((feed) => feed.filter(({ cursor }, i) => cursor !== i + 1).length)
  const lost = events.filter(({ event_id }) => !taken.has(event_id)).length
  const exits = await fleet.stop()
  report('upgrade', {
    from: FROM,
    requests_before: REQUESTS,
    migrate_ms,
    calls: [...fleet.answers.values()].reduce((a, b) => a + b, 0),
    answered_by_new,
    answered_after_going_back,
    failed: fleet.failed.length,
    created,
    events: events.length,
    missed: missed.reduce((a, b) => a + b, 0) + (created + reported - events.length),
    lost_deliveries: lost,
    slowest_call_ms: { before: Math.round(before_migrate_ms), over_all: Math.round(fleet.slowest_ms()) },
  })
  expect(fleet.failed.slice(0, 5)).toEqual([])
  expect(missed).toEqual(feeds.map(() => 0))
  expect(events).toHaveLength(created + reported)
  expect(lost).toBe(0)
  expect(answered_by_new).toBeGreaterThan(PHASE)
  expect(answered_after_going_back).toBeGreaterThan(PHASE)
  expect(new Set(exits)).toEqual(new Set([0]))
})
