import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '../src/payments/payment-requests/expire-payment-requests.worker.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Asking, newAsking } from './asking.ts'
import { connectionPath, newConnection, said, type TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { poll, type SeenEvent } from './events-reader.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** Time ends what waits: within seconds, once, by any number of workers, and without holding anybody up. */
describe('expiry', () => {
  let feed: FeedWorld
  beforeAll(async () => {
    feed = await startFeedWorld()
    await feed.world.another()
  })
  afterAll(() => feed.stop())

  const statusesOf = async (ids: readonly Uuid[]) => {
    const { rows } = await feed.world.database.admin.query(
      'select status::text, count(*)::int from payment_requests where payment_request_id = any ($1) group by 1',
      [ids],
    )
    return Object.fromEntries(rows.map((r) => [r.status, r.count]))
  }
  const cursorsOf = async (c: TestConnection) =>
    ((await poll(c, 'limit=500')).json.events as SeenEvent[]).map((e) => e.cursor)
  const dense = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

  test('what is due is expired with its event within three seconds, and what is not due stays', async () => {
    const connection = await feed.connect()
    const due = await feed.create(connection, 5)
    const waiting = await feed.create(connection, 5)
    await feed.expireAt(due, '300 milliseconds')
    await until(async () => (await statusesOf(due)).expired === 5, 3_300)
    expect(await statusesOf(waiting)).toEqual({ pending: 5 })
    const events = (await poll(connection)).json.events as SeenEvent[]
    expect(events.slice(10)).toMatchObject(
      due.map(() => ({ type: 'payment_request.expired', previous_status: 'pending' })),
    )
    expect(await cursorsOf(connection)).toEqual(dense(15))
  })

  test('1,200 that are due at once on three connections are expired once each by two workers side by side', async () => {
    const connections = [await feed.connect(), await feed.connect(), await feed.connect()]
    const ids = (await Promise.all(connections.map((c) => feed.create(c, 400)))).flat()
    await feed.expireAt(ids, '-1 second')
    await until(async () => (await statusesOf(ids)).expired === 1_200)
    for (const { connection_id } of connections) {
      const { rows } = await feed.world.database.admin.query(
        `select last_cursor::int, pending_count, (select count(*)::int from events e
        where e.cursor is not null and e.connection_id = c.connection_id) as events from connections c where connection_id = $1`,
        [uuidOf('con', connection_id)],
      )
      expect(rows).toEqual([{ last_cursor: 800, pending_count: 0, events: 800 }])
    }
  })

  test('a connection that somebody holds delays nobody else, and is served as soon as it is let go', async () => {
    const [held, free] = [await feed.connect(), await feed.connect()]
    const [stuck, other] = [await feed.create(held, 3), await feed.create(free, 3)]
    const holder = await feed.world.database.admin.connect()
    await holder.query('begin')
    await holder.query('select from connections where connection_id = $1 for update', [
      uuidOf('con', held.connection_id),
    ])
    await feed.expireAt([...stuck, ...other], '-1 second')
    await until(async () => (await statusesOf(other)).expired === 3, 3_000)
    expect(await statusesOf(stuck)).toEqual({ pending: 3 })
    await holder.query('rollback')
    holder.release()
    await until(async () => (await statusesOf(stuck)).expired === 3, 3_000)
    expect(await cursorsOf(held)).toEqual(dense(6))
  })

  test('the patient sweep waits for the connection of the oldest, and expires all that is due there', async () => {
    const connection = await feed.connect()
    const ids = await feed.create(connection, 3)
    const holder = await feed.world.database.admin.connect()
    await holder.query('begin')
    await holder.query('select from connections where connection_id = $1 for update', [
      uuidOf('con', connection.connection_id),
    ])
    await feed.expireAt(ids, '-1 hour')
    const deps = { transactions: transactionsOn(feed.app), notifications: startNotifications(undefined, () => {}) }
    expect(await sweep(deps, { at_most: 500, patient: false })).toBe(0)
    const patient = sweep(deps, { at_most: 500, patient: true })
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await until(async () => ((await feed.world.database.admin.query(waits)).rowCount ?? 0) > 0)
    await holder.query('commit')
    holder.release()
    await patient
    await until(async () => (await statusesOf(ids)).expired === 3)
    expect(await cursorsOf(connection)).toEqual(dense(6))
  })

  test('only the worker may sweep: the application role cannot, and neither can change what is written', async () => {
    await expect(feed.app.query('select expire_payment_requests(1, false)')).rejects.toMatchObject({ code: '42501' })
    for (const statement of ["update payment_requests set status = 'expired'", 'delete from events'])
      await expect(transactionsOn(feed.app).asSystem((tx) => tx.client.query(statement))).rejects.toMatchObject({
        code: '42501',
      })
  })
})

/** An agent takes back what it asked for: once, at its own connection, and never against the user's decision. */
describe('cancel', () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent', PENDING_MAX: '2' })
    asking = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const cancel = (request_id: string, { call }: Pick<Asking, 'call'> = asking) =>
    call('POST', `/v1/payment-requests/${encodeURIComponent(request_id)}/cancel`)
  const canceled = async (more?: object): Promise<string> => {
    const { request_id } = await asking.asked(more)
    expect((await cancel(request_id)).status).toBe(200)
    return request_id
  }
  const eventsOf = async (request_id: string) => {
    const { json } = await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')
    return json.events
      .filter((e: { request_id: string }) => e.request_id === request_id)
      .map((e: { type: string; previous_status: string }) => [
        e.previous_status,
        e.type.replace('payment_request.', ''),
      ])
  }

  test('a waiting request is taken back once, also by its own id, and makes room for another', async () => {
    const request_id = 'order 7/ä'
    await asking.asked({ request_id })
    const other = await asking.asked()
    expect(said(await asking.ask())).toEqual([429, 'too_many_pending'])
    const answer = await cancel(request_id)
    expect(answer.json.payment_request).toMatchObject({ request_id, status: 'failed', reason: 'canceled_by_agent' })
    expect((await cancel(request_id)).json).toEqual(answer.json)
    expect(await eventsOf(request_id)).toEqual([
      [null, 'pending'],
      ['pending', 'failed'],
    ])
    const made = await asking.asked()
    for (const one of [other, made]) await cancel(one.request_id)
  })

  test('what the user has decided stays as it is', async () => {
    for (const status of ['signed', 'rejected', 'failed']) {
      const { request_id } = await asking.asked()
      expect((await asking.report(request_id, { status })).status).toBe(200)
      const answer = await cancel(request_id)
      expect(said(answer)).toEqual([409, 'invalid_transition'])
      expect(answer.json.error).toMatchObject({ current_status: status, allowed: [] })
    }
  })

  test('a transaction that a canceled request learns of is kept as evidence, once, and moves nothing', async () => {
    const request_id = await canceled()
    expect(said(await asking.report(request_id, { status: 'signed' }))).toEqual([409, 'invalid_transition'])
    for (const transaction_hash of ['late-1', 'late-1', 'late-2']) {
      const { json } = await asking.report(request_id, { status: 'broadcasted', transaction_hash })
      expect(json).toMatchObject({ late: true, payment_request: { status: 'failed' } })
    }
    expect((await eventsOf(request_id)).slice(1)).toEqual([
      ['pending', 'failed'],
      ['failed', 'late_report'],
      ['failed', 'late_report'],
    ])
  })

  test('no wallet can say that the agent took a request back', async () => {
    const { request_id } = await asking.asked()
    const answer = await asking.report(request_id, { status: 'failed', reason: 'canceled_by_agent' })
    expect(said(answer)).toEqual([422, 'validation_failed'])
    expect((await cancel(request_id)).status).toBe(200)
  })

  test("another connection's request is absent, and a wallet cannot cancel", async () => {
    const { request_id } = await asking.asked()
    const { operator, device } = asking
    const sibling = await newConnection(world, { operator, device })
    expect(said(await cancel(request_id, sibling))).toEqual([404, 'resource_not_found'])
    expect(said(await cancel(request_id, device))).toEqual([403, 'credential_kind_not_accepted'])
    expect((await cancel(request_id)).status).toBe(200)
  })

  test('a paused agent takes back what waits; one without the scope, or revoked, does not', async () => {
    const own = await newAsking(world, web)
    const path = connectionPath(own.connection_id)
    const [first, second] = [await own.asked(), await own.asked()]
    await own.device.call('PATCH', path, { body: { status: 'paused' } })
    expect(said(await own.ask())).toEqual([403, 'connection_paused'])
    expect((await cancel(first.request_id, own)).status).toBe(200)
    await own.device.call('PATCH', path, { body: { scopes: ['payment.requests.read'] } })
    expect(said(await cancel(second.request_id, own))).toEqual([403, 'scope_missing'])
    await own.device.call('DELETE', path)
    expect(said(await cancel(second.request_id, own))).toEqual([403, 'connection_revoked'])
  })

  test('of a cancel and an approval at the same moment exactly one comes first', async () => {
    for (let i = 0; i < 30; i++) {
      const { request_id } = await asking.asked()
      const [taken, approved] = await Promise.all(
        i % 2 === 0
          ? [cancel(request_id), asking.report(request_id, { status: 'signed' })]
          : [asking.report(request_id, { status: 'signed' }), cancel(request_id)].toReversed(),
      )
      const won = [taken, approved].map((answer) => answer?.status)
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual(won)
      const { status } = (await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request
      expect(status).toBe(won[0] === 200 ? 'failed' : 'signed')
    }
  })
})
