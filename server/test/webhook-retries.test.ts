import { WEBHOOK_JITTER, WEBHOOK_SCHEDULE_S } from '@pursestrings/contract/webhook-deliveries/records'
import { type Id, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAttempts } from '../src/delivery/webhooks/sending/sending.store.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { newAsking } from './asking.ts'
import { said } from './connection.ts'
import {
  act,
  activeEndpoint,
  change,
  DELIVERIES,
  deliveriesOf,
  PATH,
  readDelivery,
  readEndpoint,
  sendTest,
  toDeliveries,
  untilDelivery,
  withStatuses,
} from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The schedule, Retry-After, the breaker and the five days, in compressed time. */
describe('webhook retries', () => {
  let web: MerchantWeb
  beforeAll(async () => {
    web = await startMerchantWeb()
  })
  afterAll(() => web.stop())

  /** One after the other: several that start at once in one process keep each other from connecting in time. */
  let started: Promise<unknown> = Promise.resolve()
  const startNext = (start: () => Promise<World>): Promise<World> => {
    const next = started.then(start)
    started = next.catch(() => {})
    return next
  }

  /** A world in which a second lasts a fraction of one. */
  const inTime = async (scale: number, run: (world: World) => Promise<void>) => {
    const world = await startNext(() => startWorld({ ...web.settings, WEBHOOK_TIME_SCALE: String(scale) }))
    try {
      await run(world)
    } finally {
      await world.stop()
    }
  }

  const firstAttempts = async (world: World): Promise<number> => {
    const metric = (await world.service.metrics()).find((one) => one.name === 'svc_webhook_first_attempt_delay_seconds')
    const counted = metric?.values.find((one) => 'metricName' in one && one.metricName?.endsWith('_count'))
    return counted?.value ?? 0
  }

  test.concurrent('a delivery that always fails is tried ten times, never earlier than the schedule says, and has failed then', {
    timeout: 120_000,
  }, async () => {
    const scale = 100_000
    await inTime(scale, async (world) => {
      const operator = await newOperator(world)
      const { path, url } = web.webhooks.place(withStatuses(500))
      const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
      // Five days pass in four seconds here: a slow machine would see the endpoint disabled before the tenth try.
      await world.database.admin.query(`create function never_failing() returns trigger language plpgsql
        as $$ begin new.failing_since := null; return new; end $$;
      create trigger never_failing before update on webhook_endpoints for each row execute function never_failing()`)
      const id = await sendTest(operator, webhook_endpoint_id)
      const failed = await untilDelivery(operator, id, (d) => d.status === 'failed', 100_000)
      expect(failed).toMatchObject({ next_attempt_at: null, delivered_at: null })
      expect(failed.attempts.map((a) => a.attempt)).toEqual(WEBHOOK_SCHEDULE_S.map((_, i) => i + 1))
      expect(failed.attempts.every((a) => a.status_code === 500 && a.error_kind === 'status')).toBe(true)
      const [, ...pauses] = failed.attempts.map((a, i) => {
        const before = failed.attempts[i - 1]
        return before ? Date.parse(a.attempted_at) - Date.parse(before.attempted_at) - before.latency_ms : 0
      })
      for (const [i, pause] of pauses.entries()) {
        const due_ms = ((WEBHOOK_SCHEDULE_S[i + 1] as number) * 1000) / scale
        expect(pause).toBeGreaterThanOrEqual(due_ms * (1 - WEBHOOK_JITTER) - 2)
        expect(pause).toBeLessThan(due_ms * (1 + WEBHOOK_JITTER) + 30_000)
      }
      expect(web.webhooks.heard.filter((one) => one.path === path)).toHaveLength(WEBHOOK_SCHEDULE_S.length + 1)
    })
  })

  test.concurrent('an attempt whose lease has gone to somebody else does not touch when the next one is due', async () => {
    await inTime(1, async (world) => {
      const operator = await newOperator(world)
      const { url } = web.webhooks.place(withStatuses(500, 500))
      const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
      const id = await sendTest(operator, webhook_endpoint_id)
      // Long enough to be there when the stranger's attempt is kept.
      const waiting = await untilDelivery(operator, id, (d) => d.attempts.length === 2 && d.next_attempt_at !== null)
      const pool = createPool({ url: world.database.url, max: 1, application_name: 'test' })
      const late = (status: 'pending' | 'delivered') =>
        transactionsOn(pool).asSystem((tx) =>
          insertAttempts(tx, [
            {
              merchant_id: uuidOf('mer', operator.merchant_id as Id<'mer'>),
              webhook_delivery_id: uuidOf('whd', id as Id<'whd'>),
              attempted_at: new Date(),
              latency_ms: 1,
              status_code: status === 'delivered' ? 204 : 500,
              error_kind: status === 'delivered' ? null : 'status',
              status,
              step: 7,
              delay_s: 99_999,
              claim: 0,
            },
          ]),
        )
      await late('pending')
      const after = await readDelivery(operator, id)
      expect(after.attempts).toHaveLength(3)
      expect([after.status, after.next_attempt_at]).toEqual(['pending', waiting.next_attempt_at])
      await late('delivered')
      const done = await readDelivery(operator, id)
      expect([done.status, done.next_attempt_at]).toEqual(['delivered', null])
      await pool.end()
    })
  })

  test.concurrent('429 and 503 may ask for more time, never for less, and for a day at most', {
    timeout: 120_000,
  }, async () => {
    await inTime(1, async (world) => {
      const operator = await newOperator(world)
      const pauseAfter = async (status: number, retry_after: string | (() => string)) => {
        const told = () => (typeof retry_after === 'string' ? retry_after : retry_after())
        const answer = toDeliveries((_, response) => response.writeHead(status, { 'retry-after': told() }).end())
        const { url } = web.webhooks.place(answer)
        const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
        const id = await sendTest(operator, webhook_endpoint_id)
        const { attempts, next_attempt_at } = await untilDelivery(operator, id, (d) => d.attempts.length === 1)
        const over = Date.parse(attempts[0]?.attempted_at as string) + (attempts[0]?.latency_ms as number)
        return (Date.parse(next_attempt_at as string) - over) / 1000
      }
      const about = (s: number) => [expect.closeTo(s + 4, -1)]
      expect([await pauseAfter(429, '100')]).toEqual(about(100))
      const inTwoMinutes = () => new Date(Date.now() + 120_000).toUTCString()
      expect([await pauseAfter(503, inTwoMinutes)]).toEqual(about(115))
      expect([await pauseAfter(429, '999999999')]).toEqual(about(86_400))
      expect([await pauseAfter(503, '0')]).toEqual(about(5))
      expect([await pauseAfter(500, '1000')]).toEqual(about(5))
    })
  })

  test.concurrent('after five failures in a row an endpoint rests; then one delivery goes ahead, and a success frees the others', {
    timeout: 240_000,
  }, async () => {
    // The first step of the schedule is over at once, and the rest lasts a second.
    await inTime(10, async (world) => {
      const operator = await newOperator(world)
      let broken = true
      const answer = toDeliveries((_, response) => response.writeHead(broken ? 500 : 200).end())
      const { url } = web.webhooks.place(answer)
      const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
      const resting = async () => {
        const { rows } = await world.database.admin.query(
          'select failures_in_a_row as failures, extract(epoch from rests_until - now())::float8 as rests_s from webhook_endpoints',
        )
        return rows[0] as { failures: number; rests_s: number | null }
      }
      await Promise.all(Array.from({ length: 8 }, () => sendTest(operator, webhook_endpoint_id)))
      // Eight are there when the rest begins, so the ninth attempt comes after one.
      await until(async () => (await resting()).failures >= 9)
      const { rows } = await world.database.admin.query<{ failures: number; sent: number; pause_s: number }>(
        `select failures_in_a_row as failures, cardinality(sent_at) as sent,
          extract(epoch from sent_at[9] - sent_at[5])::float8 as pause_s
        from webhook_endpoints, (select array_agg(attempted_at order by attempted_at) as sent_at from webhook_attempts) a`,
      )
      const [seen] = rows
      // At most three others were on their way when the fifth came back; after each rest one goes ahead.
      expect(seen?.sent).toBeLessThanOrEqual(8 + (seen?.failures as number) - 5)
      expect(seen?.pause_s).toBeGreaterThan(0.9)
      expect((await readEndpoint(operator, webhook_endpoint_id)).failing_since).not.toBeNull()
      const behind = await Promise.all(Array.from({ length: 4 }, () => sendTest(operator, webhook_endpoint_id)))
      const observed = await firstAttempts(world)
      broken = false
      await until(async () => (await resting()).failures === 0)
      const more = await Promise.all(Array.from({ length: 8 }, () => sendTest(operator, webhook_endpoint_id)))
      for (const id of [...behind, ...more]) await untilDelivery(operator, id, (d) => d.status === 'delivered')
      expect(await resting()).toEqual({ failures: 0, rests_s: null })
      // What waited for the receiver is not told as late.
      expect(await firstAttempts(world)).toBe(observed + more.length)
      expect((await readEndpoint(operator, webhook_endpoint_id)).failing_since).toBeNull()
    })
  })

  test.concurrent('after five days without a success an endpoint is disabled, and its operators are told', {
    timeout: 120_000,
  }, async () => {
    await inTime(200_000, async (world) => {
      const operator = await newOperator(world)
      const { url } = web.webhooks.place(withStatuses(500))
      const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
      const first = await sendTest(operator, id)
      await untilDelivery(operator, first, (d) => d.attempts.length > 0)
      const { failing_since } = await readEndpoint(operator, id)
      const five_days_ms = (5 * 86_400_000) / 200_000
      while ((await readEndpoint(operator, id)).status === 'active') await sendTest(operator, id).catch(() => {})
      expect(Date.now() - Date.parse(failing_since)).toBeGreaterThanOrEqual(five_days_ms - 5)
      expect(await readEndpoint(operator, id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
      const mail = await world.mailbox.next(operator.email, 1)
      expect(mail.text).toContain('every delivery failed for five days')
      await until(async () => (await deliveriesOf(operator, 'status=pending')).length === 0)
    })
  })
})

/** What an endpoint misses is kept for it, its operators are told, and nothing is kept forever. */
describe('recovery', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, WEBHOOK_TIME_SCALE: '100000' })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const recover = ({ call }: Operator, webhook_endpoint_id: string, since = '2020-01-01T00:00:00.000Z') =>
    call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_endpoint_id, since } })
  const untilStatuses = (operator: Operator, expected: Record<string, number>) =>
    until(async () => {
      const counts: Record<string, number> = {}
      for (const { status } of await deliveriesOf(operator)) counts[status] = (counts[status] ?? 0) + 1
      return JSON.stringify(counts) === JSON.stringify(expected)
    })

  test('what happens while an endpoint is disabled is held, and a recovery sends it', async () => {
    const asking = await newAsking(world, web)
    const { operator } = asking
    const { path, url } = web.webhooks.place()
    const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
    await change(operator, id, { status: 'disabled', version: 2 })
    await asking.asked()
    await asking.asked()
    await untilStatuses(operator, { held: 2 })
    const refused = await recover(operator, id)
    expect([...said(refused), refused.json.error.status]).toEqual([409, 'webhook_endpoint_not_active', 'disabled'])
    await change(operator, id, { status: 'active', version: 3 })
    expect((await recover(operator, id, new Date().toISOString())).json).toEqual({ ok: true, redelivered: 0 })
    expect((await recover(operator, id)).json).toEqual({ ok: true, redelivered: 2 })
    await untilStatuses(operator, { delivered: 2 })
    expect(web.webhooks.heard.filter((one) => one.path === path)).toHaveLength(3)
    expect((await recover(operator, id)).json.redelivered).toBe(0)
    const { audit_events } = (await operator.call('GET', '/v1/audit-events')).json
    const recoveries = audit_events.filter((e: { action: string }) => e.action === 'webhook_endpoint.recovered')
    expect(recoveries.map((e: { details: { recovered: number } }) => e.details.recovered)).toEqual([0, 2, 0])
  })

  test('410 disables an endpoint at once; its operators get a letter, and what is pending is held', async () => {
    const operator = await newOperator(world)
    const { url } = web.webhooks.place(withStatuses(200, 410, 200))
    const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
    await untilDelivery(operator, await sendTest(operator, id), (d) => d.status === 'delivered')
    const mails = world.mailbox.mails.filter((m) => m.to === operator.email).length
    const gone = await sendTest(operator, id)
    const held = await untilDelivery(operator, gone, (d) => d.status === 'held')
    expect(held.attempts).toMatchObject([{ attempt: 1, status_code: 410, error_kind: 'status' }])
    expect(await readEndpoint(operator, id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone', version: 3 })
    const mail = await world.mailbox.next(operator.email, mails)
    expect(mail.subject).toBe('Webhooks to shop.test are disabled')
    expect(mail.text).toContain(id)
    expect(mail.text).not.toContain('/hooks/')
    const { audit_events } = (await operator.call('GET', '/v1/audit-events')).json
    expect(audit_events[0]).toMatchObject({
      action: 'webhook_endpoint.disabled',
      actor: 'service',
      target: id,
      details: { disabled_reason: 'gone' },
    })
    expect((await act(operator, id, 'verify')).status).toBe(200)
    expect((await recover(operator, id)).json.redelivered).toBe(1)
    await untilDelivery(operator, gone, (d) => d.status === 'delivered')
  })

  test('a delivery of a deleted endpoint ends, and nothing is sent any more', async () => {
    const operator = await newOperator(world)
    const { path, url } = web.webhooks.place(withStatuses(500))
    const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
    const id = await sendTest(operator, webhook_endpoint_id)
    await untilDelivery(operator, id, (d) => d.attempts.length >= 2)
    expect((await operator.call('DELETE', `${PATH}/${webhook_endpoint_id}`)).status).toBe(200)
    const failed = await untilDelivery(operator, id, (d) => d.status === 'failed')
    expect(failed.attempts.length).toBeLessThan(10)
    await until(() => web.webhooks.heard.filter((one) => one.path === path).length === failed.attempts.length + 1)
    const again = await operator.call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_delivery_id: id } })
    expect([...said(again), again.json.error.status]).toEqual([409, 'webhook_endpoint_not_active', 'deleted'])
  })

  test('finished deliveries are forgotten after thirty days with their attempts, younger ones are not', async () => {
    const operator = await newOperator(world)
    const { webhook_endpoint_id } = await activeEndpoint(operator)
    await sendTest(operator, webhook_endpoint_id)
    const young = await sendTest(operator, webhook_endpoint_id)
    await untilStatuses(operator, { delivered: 2 })
    const { admin } = world.database
    const { rows } = await admin.query(
      `update webhook_deliveries set created_at = created_at - interval '30 days 1 second'
     where merchant_id = (select merchant_id from webhook_deliveries order by webhook_delivery_id desc limit 1)
       and webhook_delivery_id = (select min(webhook_delivery_id::text)::uuid from webhook_deliveries d
         where d.merchant_id = webhook_deliveries.merchant_id) returning webhook_delivery_id`,
    )
    expect(rows).toHaveLength(1)
    await world.runJob('webhook-retention')
    expect((await deliveriesOf(operator)).map((d) => d.webhook_delivery_id)).toEqual([young])
    const left = await admin.query('select from webhook_attempts where webhook_delivery_id = $1', [
      rows[0].webhook_delivery_id,
    ])
    expect(left.rowCount).toBe(0)
  })

  test('the figures of the service show deliveries by outcome, their time, and what waits', async () => {
    const metrics = (await world.call('GET', '/metrics')).text
    expect(metrics).toMatch(/^svc_webhook_deliveries_total\{outcome="delivered"\} [1-9]/m)
    expect(metrics).toMatch(/^svc_webhook_attempt_duration_seconds_count\{outcome="status"\} [1-9]/m)
    expect(metrics).toMatch(/^svc_webhook_pending 0$/m)
    expect(metrics).toMatch(/^svc_webhook_oldest_pending_seconds 0$/m)
  })

  test('what follows a failure waits for its receiver, and says nothing of us', async () => {
    const tried = async () => {
      const { text } = await world.call('GET', '/metrics')
      return Number(/^svc_webhook_first_attempt_delay_seconds_count (\d+)$/m.exec(text)?.[1])
    }
    const before = await tried()
    const operator = await newOperator(world)
    const { webhook_endpoint_id: id } = await activeEndpoint(operator, {
      url: web.webhooks.place(withStatuses(500)).url,
    })
    for (let n = 0; n < 3; n++)
      await untilDelivery(operator, await sendTest(operator, id), ({ attempts }) => attempts.length > 0)
    expect(await tried()).toBe(before + 1)
  })
})
