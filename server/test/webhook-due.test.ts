import { newUuid, newUuidFor, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertDeliveries } from '../src/delivery/webhooks/deliveries/fan-out.worker.ts'
import { watchBacklog } from '../src/delivery/webhooks/deliveries/forget-deliveries.worker.ts'
import {
  type AttemptRecord,
  type Claimed,
  claimDue,
  type EndpointKey,
  giveBack,
  holdDeliveries,
  insertAttempts,
} from '../src/delivery/webhooks/sending/sending.store.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/platform/postgres/transaction.ts'
import { newAsking } from './asking.ts'
import { said } from './connection.ts'
import {
  activeEndpoint,
  change,
  DELIVERIES,
  deliveriesOf,
  PATH,
  sendTest,
  toDeliveries,
  untilDelivery,
  withStatuses,
} from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** What is due is leased: bounded over all workers, handed over when its lease ends, and ended once. */
describe('webhook due', () => {
  let web: MerchantWeb
  let world: World
  let pool: pg.Pool
  let transactions: Transactions
  /** Ten of one merchant. */
  let many: EndpointKey[]
  let one: EndpointKey
  let other: EndpointKey
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
    const endpointsOf = async (count: number): Promise<EndpointKey[]> => {
      const operator = await newOperator(world)
      const made: EndpointKey[] = []
      while (made.length < count) {
        const { webhook_endpoint_id } = await activeEndpoint(operator, { url: web.webhooks.place().url })
        const merchant_id = uuidOf('mer', operator.merchant_id)
        made.push({ merchant_id, webhook_endpoint_id: uuidOf('whe', webhook_endpoint_id) })
      }
      return made
    }
    many = await endpointsOf(10)
    ;[one, other] = [...(await endpointsOf(1)), ...(await endpointsOf(1))] as [EndpointKey, EndpointKey]
    // Nobody but the tests claims from here on.
    await world.service.stop()
    pool = createPool({ url: world.database.url, max: 4, application_name: 'test', role: WORKER_ROLE })
    transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
  })
  afterAll(async () => {
    await pool.end()
    await world.stop()
    await web.stop()
  })
  beforeEach(async () => {
    for (const table of ['webhook_due', 'webhook_deliveries', 'webhook_attempts']) await sql(`delete from ${table}`)
    await sql('update webhook_endpoints set rests_until = null, failures_in_a_row = 0')
  })

  const sql = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows
  const addDue = (endpoint: EndpointKey, count: number) => {
    const listener = { ...endpoint, event_types: null, active: true, verified_at: new Date() }
    const due = Array.from({ length: count }, () => {
      const of_event = { merchant_id: endpoint.merchant_id, event_id: newUuidFor(endpoint.merchant_id) }
      const about = {
        kind: 'connection.paused',
        subject_id: newUuid(),
        connection_id: null,
        connection_cursor: null,
      } as const
      return {
        event: { ...of_event, ...about, occurred_at: new Date(), data: {} },
        payload: '{}',
        about: 'con_1',
        listener,
      }
    })
    return transactions.asSystem((tx) => insertDeliveries(tx, due))
  }
  const WORKER = newUuid()
  const BOUNDS = { worker: WORKER, at_most: 100, per_endpoint: 4, per_tenant: 32, lease_s: 30, held: new Map() }
  const claim = (more: { at_most?: number; held?: ReadonlyMap<Uuid, number>; worker?: Uuid } = {}) =>
    transactions.asSystem((tx) => claimDue(tx, { ...BOUNDS, ...more }))
  const record = (claimed: readonly Claimed[], status: 'delivered' | 'pending', delay_s = 60) =>
    transactions.asSystem((tx) =>
      insertAttempts(
        tx,
        claimed.map((c): AttemptRecord => {
          const { merchant_id, webhook_delivery_id } = c
          const seen = { status_code: 200, error_kind: null, attempted_at: new Date(), latency_ms: 1 }
          return { merchant_id, webhook_delivery_id, claim: c.claim, ...seen, status, step: 1, delay_s }
        }),
      ),
    )
  const ofEndpoint = (claimed: readonly Claimed[], { webhook_endpoint_id }: EndpointKey) =>
    claimed.filter((c) => c.webhook_endpoint_id === webhook_endpoint_id).length
  const byText = (a: string | null, b: string | null) => String(a).localeCompare(String(b))
  const endLeases = () => sql("update webhook_due set due_at = now() where state = 'leased'")

  test("an endpoint is one worker's at a time, whoever claims at once: its bound holds over all of them", async () => {
    await addDue(one, 20)
    await addDue(other, 3)
    const workers = Array.from({ length: 4 }, () => newUuid())
    const all = await Promise.all(workers.map((worker) => claim({ worker })))
    const counts = (of: EndpointKey) => all.map((claimed) => ofEndpoint(claimed, of)).filter((n) => n > 0)
    expect([counts(one), counts(other)]).toEqual([[4], [3]])
    const owner = workers[all.findIndex((claimed) => ofEndpoint(claimed, one) > 0)] as Uuid
    const leased = all.flat().filter((c) => c.webhook_endpoint_id === one.webhook_endpoint_id)
    await record(leased.slice(0, 3), 'delivered')
    expect(await claim({ worker: newUuid() })).toEqual([])
    const more = await claim({ worker: owner })
    expect(more).toHaveLength(3)
    await record([...more, ...leased.slice(3)], 'delivered')
    expect(await claim({ worker: newUuid() })).toHaveLength(4)
  })

  test('a claim waits for the one before it, and sees what that has leased', async () => {
    await addDue(one, 4)
    let waiting: Promise<Claimed[]> | undefined
    await transactions.asSystem(async (tx) => {
      expect(await claimDue(tx, { ...BOUNDS, worker: newUuid(), at_most: 1 })).toHaveLength(1)
      waiting = claim()
      await until(async () => (await sql('select from pg_locks where not granted')).length > 0)
    })
    expect(await waiting).toEqual([])
  })

  test('what was not begun goes back, unless its lease has gone to somebody else', async () => {
    await addDue(one, 2)
    const [late, kept] = (await claim()) as [Claimed, Claimed]
    await transactions.asSystem((tx) => giveBack(tx, [late, { ...kept, claim: kept.claim - 1 }]))
    const again = await claim({ worker: newUuid() })
    expect(again).toEqual([])
    expect((await claim()).map((c) => [c.webhook_delivery_id, c.claim])).toEqual([[late.webhook_delivery_id, 2]])
  })

  test('no more is claimed than asked for, nor more of a tenant than is left of its share, and the oldest goes first', async () => {
    const { merchant_id } = many[0] as EndpointKey
    for (const endpoint of many) await addDue(endpoint, 4)
    await addDue(other, 1)
    expect(await claim({ at_most: 0 })).toEqual([])
    const oldest = await sql('select webhook_delivery_id as id from webhook_due order by due_at limit 4')
    const some = await claim({ at_most: 4 })
    expect(new Set(some.map((c) => c.webhook_delivery_id))).toEqual(new Set(oldest.map(({ id }) => id)))
    const busy = await claim({ held: new Map([[merchant_id, 30]]) })
    expect([busy.length, ofEndpoint(busy, other)]).toEqual([3, 1])
    expect(await claim({ held: new Map([[merchant_id, 8]]) })).toHaveLength(24)
  })

  test('an endpoint that rests gets nothing, and after five failures one delivery goes ahead', async () => {
    const [resting, failing] = [one, other]
    await addDue(resting, 5)
    await addDue(failing, 5)
    const setColumns = (text: string, { webhook_endpoint_id }: EndpointKey) =>
      sql(`update webhook_endpoints set ${text} where webhook_endpoint_id = $1`, [webhook_endpoint_id])
    await setColumns("rests_until = now() + interval '1 minute', failures_in_a_row = 5", resting)
    await setColumns("rests_until = now() - interval '1 second', failures_in_a_row = 5", failing)
    const claimed = await claim()
    expect([ofEndpoint(claimed, resting), ofEndpoint(claimed, failing)]).toEqual([0, 1])
  })

  test('late is what could be sent and is not: neither what rests with its receiver, nor what is tried again later', async () => {
    const late_s = async (): Promise<number> => {
      const metrics = createMetrics(new Map(), { traced: false })
      watchBacklog(metrics, transactions)
      return Number(/^svc_webhook_oldest_pending_seconds (.*)$/m.exec(await metrics.text('text'))?.[1])
    }
    await addDue(one, 1)
    await sql("update webhook_deliveries set created_at = now() - interval '2 days'")
    await sql("update webhook_due set state = 'waiting', due_at = now() + interval '1 hour'")
    expect(await late_s()).toBe(0)
    await sql("update webhook_due set due_at = now() - interval '1 hour'")
    expect(await late_s()).toBeCloseTo(3_600, -2)
    await sql("update webhook_endpoints set rests_until = now() + interval '1 minute'")
    expect(await late_s()).toBe(0)
  })

  test('a lease that ends hands over; who comes back late counts a success, and decides nothing else', async () => {
    await addDue(one, 2)
    const first = await claim()
    expect(await claim()).toEqual([])
    await endLeases()
    const second = await claim()
    expect(second.map((c) => c.claim)).toEqual([2, 2])
    const [failed, delivered] = first as [Claimed, Claimed]
    await record([failed], 'pending', 99_999)
    await record([delivered], 'delivered')
    const standing = async () =>
      sql(
        `select d.status, d.attempts, d.step, q.state, d.next_attempt_at is null as unplanned from webhook_deliveries d
       left join webhook_due q using (webhook_delivery_id) order by d.webhook_delivery_id = $1 desc`,
        [failed.webhook_delivery_id],
      )
    expect(await standing()).toEqual([
      { status: 'pending', attempts: 1, step: 0, state: 'leased', unplanned: true },
      { status: 'delivered', attempts: 1, step: 0, state: 'leased', unplanned: true },
    ])
    await record(second, 'pending')
    expect(await standing()).toEqual([
      { status: 'pending', attempts: 2, step: 1, state: 'waiting', unplanned: false },
      { status: 'delivered', attempts: 2, step: 1, state: 'waiting', unplanned: true },
    ])
    expect(await sql('select attempt from webhook_attempts order by attempt')).toEqual(
      [1, 1, 2, 2].map((attempt) => ({ attempt })),
    )
    expect(await claim()).toEqual([])
    await sql("update webhook_due set due_at = now() where state = 'waiting'")
    expect((await claim()).map((c) => c.status).toSorted(byText)).toEqual(['delivered', 'pending'])
  })

  test('a delivery that succeeds changes its row in place, and no index entry is written again', async () => {
    await addDue(one, 3)
    const claimed = await claim()
    const client = await world.database.admin.connect()
    try {
      await client.query('begin')
      await insertAttempts(
        { client } as never,
        claimed.map(({ merchant_id, webhook_delivery_id, claim: nth }) => ({
          merchant_id,
          webhook_delivery_id,
          claim: nth,
          attempted_at: new Date(),
          latency_ms: 1,
          error_kind: null,
          status_code: 200,
          status: 'delivered',
          step: 1,
          delay_s: 0,
        })),
      )
      const text = `select pg_stat_get_xact_tuples_hot_updated('webhook_deliveries'::regclass)::int as n`
      expect((await client.query(text)).rows).toEqual([{ n: claimed.length }])
      expect(claimed).toHaveLength(3)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('what is held for an endpoint is due no more, and nothing else is', async () => {
    await addDue(one, 3)
    await addDue(other, 2)
    await transactions.asSystem((tx) => holdDeliveries(tx, one))
    expect(await sql('select status, count(*)::int as n from webhook_deliveries group by 1 order by 1')).toEqual([
      { status: 'held', n: 3 },
      { status: 'pending', n: 2 },
    ])
    expect((await claim()).map((c) => c.webhook_endpoint_id)).toEqual([
      other.webhook_endpoint_id,
      other.webhook_endpoint_id,
    ])
  })

  test('a long line at an endpoint without room is one step of a claim', async () => {
    const [long, short] = [one, other]
    for (let added = 0; added < 20_000; added += 2_000) await addDue(long, 2_000)
    await claim()
    await addDue(short, 1)
    expect(ofEndpoint(await claim(), short)).toBe(1)
    await addDue(short, 1)
    const client = await world.database.admin.connect()
    const look = async () => {
      await client.query('begin')
      const { rows } = await client.query(`explain (analyze, buffers, format json)
      select * from claim_webhook_deliveries('${WORKER}', 100, 4, 32, 5, 30, array[]::uuid[], array[]::int[])`)
      await client.query('rollback')
      return rows[0]['QUERY PLAN'][0].Plan
    }
    // The first plans, and reads the catalogue.
    await look()
    const { 'Actual Rows': claimed, 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = await look()
    client.release()
    expect(claimed).toBe(1)
    expect(hit + read).toBeLessThan(100)
  })
})

/** What a merchant can ask of its deliveries: what they are about, when they were made, and how an endpoint stands. */
describe('standing', () => {
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

  const standingOf = async ({ call }: Operator, id: string) => {
    const { counts, last_status_code } = (await call('GET', `${PATH}/${id}`)).json
    return { ...counts, last_status_code }
  }
  const again = ({ call }: Operator, webhook_delivery_id: string) =>
    call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_delivery_id } })

  test('deliveries are found by what their events are about, and by when they were made', async () => {
    const asking = await newAsking(world, web)
    const { operator } = asking
    const { webhook_endpoint_id } = await activeEndpoint(operator, { url: web.webhooks.place(withStatuses(200)).url })
    const { request_id } = await asking.asked()
    await asking.asked()
    expect((await asking.report(request_id, { status: 'rejected' })).status).toBe(200)
    const sent = await sendTest(operator, webhook_endpoint_id)
    await until(async () => (await deliveriesOf(operator)).length === 4)
    const about = await deliveriesOf(operator, `about=${request_id}`)
    expect(about.map((d) => [d.event_type, d.about])).toEqual([
      ['payment_request.rejected', request_id],
      ['payment_request.pending', request_id],
    ])
    const [test_event] = await deliveriesOf(operator, `about=${webhook_endpoint_id}`)
    expect(test_event?.webhook_delivery_id).toBe(sent)
    expect(await deliveriesOf(operator, 'about=nothing')).toEqual([])
    expect(await deliveriesOf(await newOperator(world), `about=${request_id}`)).toEqual([])

    const all = await deliveriesOf(operator)
    const made = all.map((d) => d.created_at).toSorted()
    const [first = '', last = ''] = [made[0], made.at(-1)]
    expect(await deliveriesOf(operator, `created_from=${first}`)).toHaveLength(4)
    expect((await deliveriesOf(operator, `created_from=${first}&created_to=${last}`)).length).toBeLessThan(4)
    expect(await deliveriesOf(operator, `created_to=${first}`)).toEqual([])
    expect(await deliveriesOf(operator, 'created_from=9998-01-01T00:00:00Z')).toEqual([])
    expect(await deliveriesOf(operator, 'created_from=1970-01-01T00:00:00Z')).toHaveLength(4)
  })

  test('an endpoint says what has not arrived there, and what it answered last', async () => {
    const asking = await newAsking(world, web)
    const { operator } = asking
    const { url } = web.webhooks.place(withStatuses(200, 503))
    const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
    expect(await standingOf(operator, id)).toEqual({ pending: 0, held: 0, failed: 0, last_status_code: null })
    await untilDelivery(operator, await sendTest(operator, id), (d) => d.status === 'delivered')
    expect(await standingOf(operator, id)).toEqual({ pending: 0, held: 0, failed: 0, last_status_code: 200 })
    await untilDelivery(operator, await sendTest(operator, id), (d) => d.attempts.length === 1)
    expect(await standingOf(operator, id)).toEqual({ pending: 1, held: 0, failed: 0, last_status_code: 503 })
    await change(operator, id, { status: 'disabled', version: 2 })
    await asking.asked()
    await until(async () => (await standingOf(operator, id)).held === 2)
  })

  test('a delivery that waits for its next attempt is tried now, and one that is being sent is left alone', async () => {
    const operator = await newOperator(world)
    const answers: (() => void)[] = []
    let heard = 0
    const receiver = toDeliveries((_, response) => {
      heard += 1
      if (heard === 1) response.writeHead(503).end()
      else answers.push(() => response.writeHead(200).end())
    })
    const { webhook_endpoint_id } = await activeEndpoint(operator, { url: web.webhooks.place(receiver).url })
    const id = await sendTest(operator, webhook_endpoint_id)
    const waiting = await untilDelivery(operator, id, (d) => d.attempts.length === 1)
    // A later attempt, so that only the wish can bring it about within this test.
    await world.database.admin.query("update pursestrings.webhook_due set due_at = now() + interval '1 hour'")
    expect(waiting.next_attempt_at).not.toBeNull()
    expect((await again(operator, id)).status).toBe(200)
    await until(() => answers.length === 1)
    expect(said(await again(operator, id))).toEqual([409, 'webhook_delivery_pending'])
    answers[0]?.()
    const done = await untilDelivery(operator, id, (d) => d.status === 'delivered')
    expect(done.attempts.map((a) => a.status_code)).toEqual([503, 200])
    expect(said(await again(await newOperator(world), id))).toEqual([404, 'resource_not_found'])
  })
})
