/**
 * A deploy under load: three api and two worker processes behind HAProxy run an older commit (`DEPLOY_FROM`, or that of the baseline), the database is
 * migrated, then every process is replaced by one of this tree, by one of the older commit again, and by one of this tree once more, while
 * calls hang half sent. Agents create, read and wait, others hold streams open, and a receiver takes webhooks. A client that tries a call once more sees no failure,
 * no reader misses or repeats an event, and every process ends in time.
 */
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Asking, askingOver, freshKey } from '../../server/test/asking.ts'
import { type Answer, call, type Sent } from '../../server/test/call.ts'
import { newConnection } from '../../server/test/connection.ts'
import { onServer } from '../../server/test/database.ts'
import { activeEndpoint, toDeliveries, typeOf } from '../../server/test/deliveries.ts'
import { startMailbox } from '../../server/test/mailbox.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { MAIN } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import type { World } from '../../server/test/world.ts'
import { bundled } from '../../tools/dev/bundled.ts'
import { halfSent, startDeployFleet } from './deploy-fleet.ts'
import { baselineCommit, checkOut } from './old-tree.ts'
import { report } from './report.ts'
import { runMigrate } from './upgrade-fleet.ts'

const FROM = process.env.DEPLOY_FROM ?? baselineCommit()
const AGENTS = Number(process.env.DEPLOY_AGENTS ?? 4)
const DRAIN_MS = 2_000
/** Creates before, between and after. */
const PHASE = 100

/** One more try, as the SDK makes it where the answer did not come or says that it was no fault of the call. */
const retried = { calls: 0, twice: 0, failed: [] as string[] }
const callWithRetry = async (base: string, method: string, path: string, sent?: Sent): Promise<Answer> => {
  retried.calls++
  const once = async (): Promise<Answer | string> => {
    try {
      const answer = await call(base, method, path, sent)
      return [502, 503, 504].includes(answer.status) ? `${answer.status} ${answer.text}` : answer
    } catch (error) {
      return String((error as Error).cause ?? error)
    }
  }
  const first = await once()
  if (typeof first !== 'string') return first
  retried.twice++
  await new Promise((resolve) => setTimeout(resolve, 300))
  const second = await once()
  if (typeof second !== 'string') return second
  retried.failed.push(`${method} ${path}: ${first}, then ${second}`)
  throw new Error('a call failed twice')
}

/** Reads a stream and comes back with the last id, as browsers do; cursors in the order in which they came. */
const followStream = async (url: string, token: string, cursors: number[], on: { reading: boolean }) => {
  while (on.reading) {
    const abort = new AbortController()
    const timer = setInterval(() => on.reading || abort.abort(), 200)
    try {
      const headers = { authorization: `Bearer ${token}`, 'last-event-id': String(cursors.at(-1) ?? 0) }
      const answer = await fetch(`${url}/v1/payment-requests/events`, {
        headers: { ...headers, accept: 'text/event-stream' },
        signal: abort.signal,
      })
      let text = ''
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString()
        const lines = text.split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) if (answer.ok && /^id: ?\d+$/.test(line)) cursors.push(Number(line.slice(3)))
      }
    } catch {
      // It ended; the next one goes on where this one was.
    } finally {
      clearInterval(timer)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('an upgrade, the way back and a rolling restart fail no call and lose nothing', {
  timeout: 1_200_000,
}, async () => {
  const old = checkOut(FROM)
  onTestFinished(() => old.remove(), 120_000)
  const OLD_MAIN = await bundled('server', old.root)
  const name = `${inject('template')}_deploy`
  await onServer(`create database ${name}`)
  onTestFinished(() => onServer(`drop database ${name} with (force)`))
  const web = await startMerchantWeb()
  onTestFinished(() => web.stop())
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const settings = {
    ...web.settings,
    ENVIRONMENT: 'development',
    DATABASE_URL: Object.assign(new URL(inject('admin_url')), { pathname: `/${name}` }).href,
    SMTP_URL: mailbox.smtp_url,
    NATS_URL: 'nats://127.0.0.1:4222',
    LOG_LEVEL: 'info',
    DRAIN_MS: String(DRAIN_MS),
    DATABASE_POOL_MAX: '5',
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
    WEBHOOK_SECRET_KEYS: `one:${randomBytes(32).toString('base64url')}`,
  }
  await runMigrate(OLD_MAIN, settings)
  const fleet = await startDeployFleet(settings, OLD_MAIN)
  onTestFinished(() => fleet.stop())
  const world = {
    mailbox,
    call: (...[method, path, sent]: [string, string, Sent?]) => callWithRetry(fleet.url, method, path, sent),
  } as unknown as World

  const taken = new Set<string>()
  const place = web.webhooks.place(
    toDeliveries((heard, response) => {
      if (typeOf(heard).startsWith('payment_request.')) taken.add(heard.headers['webhook-id'] ?? '')
      return response.writeHead(200).end()
    }),
  )
  const operator = await newOperator(world)
  const payee = await verifiedPayee(web, operator, await proveHost(web, operator, 'shop.test'), 'shop.test')
  expect((await activate(operator, payee)).status).toBe(200)
  await activeEndpoint(operator, { url: place.url })
  const agents: Asking[] = []
  for (let i = 0; i < AGENTS; i++) agents.push(askingOver(await newConnection(world, { operator }), payee))

  const on = { asking: true, reading: true }
  let [created, reported] = [0, 0]
  const refused: string[] = []
  const keepAsking = async (agent: Asking) => {
    for (let i = 0; on.asking; i++) {
      const answer = await agent.ask({ idempotency_key: freshKey() })
      if (![200, 201].includes(answer.status)) {
        refused.push(answer.text)
        return
      }
      created++
      const { request_id } = answer.json.payment_request
      await agent.call('GET', `/v1/payment-requests/${request_id}`)
      if (i % 2 === 0) {
        const done = await agent.report(request_id, { status: i % 4 === 0 ? 'rejected' : 'signed' })
        if (done.status !== 200) refused.push(done.text)
        reported++
      }
    }
  }
  const polled = agents.map(() => [] as { cursor: number; event_id: string }[])
  const keepPolling = async (agent: Asking, feed: { cursor: number; event_id: string }[]) => {
    const read = async (wait: number) => {
      const path = `/v1/payment-requests/events?changes=all&since=${feed.at(-1)?.cursor ?? 0}&wait=${wait}`
      const { json } = await agent.call('GET', path)
      feed.push(...json.events)
      return json.events.length as number
    }
    while (on.reading) await read(5)
    while ((await read(0)) > 0);
  }
  const streamed = agents.map(() => [] as number[])
  const more = (count: number) => {
    const goal = created + count
    return until(() => created >= goal || retried.failed.length + refused.length > 0, 300_000)
  }
  const asking = agents.map((agent) => keepAsking(agent))
  const polling = agents.map((agent, i) => keepPolling(agent, polled[i] ?? []))
  const streaming = agents.map((agent, i) => followStream(fleet.url, agent.connection_token, streamed[i] ?? [], on))

  await more(PHASE)
  await runMigrate(MAIN, settings)
  await more(PHASE)
  const upgraded = await fleet.roll()
  await more(PHASE)
  const gone_back = await fleet.roll(OLD_MAIN)
  await more(PHASE)
  const restarted = await fleet.roll(MAIN, halfSent)
  await more(PHASE)
  on.asking = false
  await Promise.all(asking)
  const cursors = () => polled.map((feed) => feed.length)
  await until(() => streamed.every((seen, i) => seen.length >= (cursors()[i] ?? 0)), 30_000).catch(() => {})
  on.reading = false
  await Promise.all([...polling, ...streaming])
  const events = polled.flat()
  await until(() => events.every(({ event_id }) => taken.has(event_id)), 120_000).catch(() => {})

  const outOfOrder = (seen: readonly number[]) => seen.filter((cursor, i) => cursor !== i + 1).length
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const ended = [...upgraded, ...gone_back, ...restarted]
  const figures = {
    from: FROM,
    replaced: ended.length,
    calls: retried.calls,
    tried_twice: retried.twice,
    failed: retried.failed.length + refused.length,
    created,
    events: events.length,
    missed: created + reported - events.length + sum(polled.map((feed) => outOfOrder(feed.map((e) => e.cursor)))),
    stream_events: sum(streamed.map((seen) => seen.length)),
    stream_missed_or_repeated: sum(streamed.map(outOfOrder)) + events.length - sum(streamed.map((s) => s.length)),
    lost_deliveries: events.filter(({ event_id }) => !taken.has(event_id)).length,
    slowest_end_ms: Math.max(...ended.map(({ ms }) => ms)),
    slowest_end_with_half_sent_ms: Math.max(...restarted.map(({ ms }) => ms)),
  }
  report('deploy', figures)
  expect([...retried.failed, ...refused].slice(0, 5)).toEqual([])
  expect(figures).toMatchObject({ failed: 0, missed: 0, stream_missed_or_repeated: 0, lost_deliveries: 0 })
  expect(figures.slowest_end_ms).toBeLessThan(DRAIN_MS + 30_000)
  expect(new Set(restarted.map(({ code }) => code))).toEqual(new Set([0]))
})
