/**
 * Events to receivers that fail three times in ten in eight ways, while the worker is killed again and again. Every
 * delivery arrives at least once and its attempts are numbered without a gap; without faults next to none arrives twice.
 * Time is compressed, and a lease lasts five seconds, so that the kills do not take an hour.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { activeEndpoint, toDeliveries } from '../../server/test/deliveries.ts'
import type { Process } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import { report } from './report.ts'
import { BAD_WAYS, startHookGround } from './webhook-ground.ts'

const DELIVERIES = Number(process.env.DELIVERIES ?? 5_000)
const KILLS = Number(process.env.KILLS ?? 30)
const ENDPOINTS = 10
const BAD = 0.3
/** Those that take fifteen seconds each come seldom. */
const SLOW = 0.05

const badWay = () => {
  const quick = Object.values(BAD_WAYS).slice(0, -2)
  const slow = Object.values(BAD_WAYS).slice(-2)
  const ways = Math.random() < SLOW ? slow : quick
  return ways[Math.floor(Math.random() * ways.length)] as (typeof quick)[number]
}

test('every delivery arrives, however receivers and workers fail', { timeout: 3_600_000 }, async () => {
  const ground = await startHookGround({ WEBHOOK_TIME_SCALE: '2000' })
  const { admin } = ground.world.database
  let bad = BAD
  const taken = new Map<string, number>()
  for (let i = 0; i < ENDPOINTS; i++) {
    const answer = toDeliveries((heard, response) => {
      if (Math.random() < bad) return badWay()(response)
      const key = `${heard.path} ${heard.headers['webhook-id']}`
      taken.set(key, (taken.get(key) ?? 0) + 1)
      return response.writeHead(200).end()
    })
    await activeEndpoint(ground.operator, { url: ground.web.webhooks.place(answer).url })
  }
  const connection = await ground.connect()
  await until(async () => (await ground.counts()).delivered === ENDPOINTS)
  await ground.world.service.stop()
  await admin.query(`create function short_lease() returns trigger language plpgsql
      as $$ begin new.due_at := now() + interval '5s'; return new; end $$;
    create trigger short_lease before update on webhook_due for each row when (new.state = 'leased')
      execute function short_lease()`)
  const expected = async () => {
    const { rows } = await admin.query(`select count(*)::int * ${ENDPOINTS} as n from events
      where kind::text ~ '^(payment_request|connection)[.]'`)
    return rows[0].n as number
  }
  const done = async () => (await ground.counts()).delivered === (await expected())

  let worker: Process = await ground.startWorker()
  const began = Date.now()
  const creating = (async () => {
    const each = Math.ceil(DELIVERIES / ENDPOINTS / KILLS)
    for (let made = 0; made < DELIVERIES / ENDPOINTS; made += each) {
      await ground.create(connection, each)
      await pause(2_000)
    }
  })()
  for (let kill = 0; kill < KILLS; kill++) {
    const inFlight = "select from webhook_due where state = 'leased'"
    await until(async () => ((await admin.query(inFlight)).rowCount ?? 0) > 0, 60_000)
    await pause(Math.random() * 1_500)
    await worker.end('SIGKILL')
    worker = await ground.startWorker()
  }
  await creating
  await until(done, 900_000)
  const faulty_s = (Date.now() - began) / 1000

  const deliveries = await expected()
  const { rows: gaps } = await admin.query(`select from webhook_deliveries d where d.attempts <> (
      select count(*) from webhook_attempts a where a.webhook_delivery_id = d.webhook_delivery_id)
    or d.attempts <> (select max(attempt) from webhook_attempts a where a.webhook_delivery_id = d.webhook_delivery_id)`)
  const { rows: attempts } = await admin.query(
    "select coalesce(error_kind, 'delivered') as kind, count(*)::int as n from webhook_attempts group by 1 order by 1",
  )
  const { rows: untaken } = await admin.query(
    `select count(*)::int as n from webhook_deliveries where status <> 'delivered'`,
  )
  const lost = deliveries - taken.size
  const twice_with_faults = [...taken.values()].filter((n) => n > 1).length

  bad = 0
  taken.clear()
  const calm = Math.ceil(DELIVERIES / ENDPOINTS / 2)
  await ground.create(connection, calm)
  await until(async () => (await done()) && taken.size === calm * ENDPOINTS, 300_000)
  const twice_without_faults = [...taken.values()].filter((n) => n > 1).length / taken.size

  await worker.end('SIGTERM')
  await ground.stop()
  report('webhooks', {
    deliveries,
    kills: KILLS,
    lost,
    not_delivered: untaken[0].n,
    attempts_with_gaps: gaps.length,
    attempts: Object.fromEntries(attempts.map(({ kind, n }) => [kind, n])),
    twice_with_faults,
    twice_without_faults,
    faulty_s,
  })
  expect([lost, untaken[0].n, gaps.length]).toEqual([0, 0, 0])
  expect(new Set(attempts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5)
  expect(twice_without_faults).toBeLessThanOrEqual(0.001)
})
