import { idOf, newUuid, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPaymentRequests } from '../src/payments/payment-requests/create.store.ts'
import { type Asking, newAsking } from './asking.ts'
import { newAutomation } from './automation.ts'
import { changeFacts } from './change-facts.ts'
import { connectionPath, said, type TestConnection } from './connection.ts'
import { activeEndpoint } from './deliveries.ts'
import { newDevice } from './device.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { faultsOf, follow, poll, type SeenEvent } from './events-reader.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { itemOf, UNLIMITED } from './new-request.ts'
import { raceReports, raceWithExpiry, report, requestIn, TRANSACTION } from './reports-wallet.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** What wallets report, as the wallet, the agent and the record see it (specification 3, 6). */
describe('reports', () => {
  let feed: FeedWorld
  let connection: TestConnection
  beforeAll(async () => {
    feed = await startFeedWorld({ NATS_URL: 'nats://127.0.0.1:4222' })
    connection = await feed.connect()
  })
  afterAll(() => feed.stop())

  const typesOf = async (c: TestConnection) =>
    ((await poll(c, 'limit=500')).json.events as SeenEvent[]).map((e) => e.type)
  const code = (answer: Awaited<ReturnType<typeof report>>) => [answer.status, answer.json.error?.code]
  const stored = async (request_id: string) => {
    const { rows } = await feed.world.database.admin.query(
      'select * from payment_requests where payment_request_id = $1',
      [uuidOf('pr', request_id)],
    )
    return rows[0]
  }

  test('pending → signed → broadcasted → confirmed is seen by poll, wait and stream, each step once', async () => {
    const own = await feed.connect()
    const stream = await follow(feed.world.url, own.connection_token)
    const request_id = await requestIn(feed, own, 'pending')
    await poll(own, 'wait=30')
    for (const [i, status] of ['signed', 'broadcasted', 'confirmed'].entries()) {
      const waiting = poll(own, `since=${i + 1}&wait=30`)
      const answer = await report(own, request_id, { status, transaction_hash: TRANSACTION })
      expect([answer.status, answer.json.late]).toEqual([200, false])
      expect(answer.json.payment_request).toMatchObject({ request_id, status, transaction_hash: TRANSACTION })
      expect((await waiting).json.events).toMatchObject([
        { cursor: i + 2, type: `payment_request.${status}`, request_id },
      ])
    }
    await until(() => stream.events.length === 4)
    expect(stream.events.map((e) => [e.previous_status, e.status])).toEqual([
      [null, 'pending'],
      ['pending', 'signed'],
      ['signed', 'broadcasted'],
      ['broadcasted', 'confirmed'],
    ])
    stream.close()
  })

  test('rejected and failed end a request, with the reason that the wallet gave', async () => {
    for (const status of ['rejected', 'failed']) {
      const request_id = await requestIn(feed, connection, 'pending')
      const { json } = await report(connection, request_id, { status, reason: 'The user said no' })
      expect(json.payment_request).toMatchObject({ status, reason: 'The user said no' })
    }
  })

  test('the same report again changes nothing and answers the same', async () => {
    const own = await feed.connect()
    const request_id = await requestIn(feed, own, 'signed')
    const body = { status: 'broadcasted', transaction_hash: TRANSACTION }
    const [first, ...again] = await Promise.all(Array.from({ length: 16 }, () => report(own, request_id, body)))
    for (const answer of again)
      expect([answer.status, answer.json.payment_request.status]).toEqual([200, 'broadcasted'])
    expect(first?.status).toBe(200)
    expect(await typesOf(own)).toEqual([
      'payment_request.pending',
      'payment_request.signed',
      'payment_request.broadcasted',
    ])
  })

  test('from broadcasted on a transaction is named, and what is named stays', async () => {
    const request_id = await requestIn(feed, connection, 'signed')
    const missing = await report(connection, request_id, { status: 'broadcasted' })
    expect(code(missing)).toEqual([422, 'transaction_hash_required'])
    expect((await report(connection, request_id, { status: 'broadcasted', transaction_hash: 'one' })).status).toBe(200)
    for (const status of ['broadcasted', 'confirmed', 'failed']) {
      const other = await report(connection, request_id, { status, transaction_hash: 'two' })
      expect(code(other)).toEqual([409, 'transaction_hash_fixed'])
    }
    expect(await stored(request_id)).toMatchObject({ status: 'broadcasted', transaction_hash: 'one' })
  })

  test('an expired request keeps the transactions that it learns of, once each, and stays expired', async () => {
    const own = await feed.connect()
    const request_id = await requestIn(feed, own, 'expired')
    expect(code(await report(own, request_id, { status: 'signed' }))).toEqual([409, 'invalid_transition'])
    for (const transaction_hash of ['x', 'x', 'y', 'x']) {
      const { status, json } = await report(own, request_id, {
        status: 'broadcasted',
        transaction_hash,
        reason: 'late',
      })
      expect([status, json.late, json.payment_request.status]).toEqual([200, true, 'expired'])
    }
    const late = 'payment_request.late_report'
    expect(await typesOf(own)).toEqual(['payment_request.pending', 'payment_request.expired', late, late])
    // The specification's poll tells what changes a status, and nothing of these.
    const { events, next_since } = (await own.call('GET', '/v1/payment-requests/events?since=0')).json
    expect([events.map((e: { status: string }) => e.status), next_since]).toEqual([['pending', 'expired'], 4])
    expect((await poll(own, 'changes=status&since=2')).json).toMatchObject({
      events: [],
      next_since: 4,
      has_more: false,
    })
    const { rows } = await feed.world.database.admin.query(
      'select reported_status, transaction_hash, reason from late_reports where payment_request_id = $1 order by reported_at',
      [uuidOf('pr', request_id)],
    )
    expect(rows).toEqual(
      ['x', 'y'].map((transaction_hash) => ({ reported_status: 'broadcasted', transaction_hash, reason: 'late' })),
    )
    expect(await stored(request_id)).toMatchObject({ status: 'expired', transaction_hash: null })
  })

  test('what is pending is counted: every way out of pending makes room for another request', async () => {
    const own = await feed.connect()
    const count = async () => {
      const { rows } = await feed.world.database.admin.query(
        'select pending_count from connections where connection_id = $1',
        [uuidOf('con', own.connection_id)],
      )
      return rows[0].pending_count
    }
    const request_id = await requestIn(feed, own, 'signed')
    await report(own, request_id, { status: 'broadcasted', transaction_hash: TRANSACTION })
    for (const status of ['rejected', 'failed', 'confirmed'] as const) await requestIn(feed, own, status)
    expect(await count()).toBe(0)
    const late = await requestIn(feed, own, 'expired')
    await report(own, late, { status: 'signed', transaction_hash: TRANSACTION })
    expect(await count()).toBe(0)
    await requestIn(feed, own, 'pending')
    expect(await count()).toBe(1)
  })

  test('a paused or revoked connection still takes the report: the user has acted', async () => {
    for (const end of ['pause', 'revoke']) {
      const own = await feed.connect()
      const request_id = await requestIn(feed, own, 'pending')
      const path = connectionPath(own.connection_id)
      if (end === 'pause') await own.device.call('PATCH', path, { body: { status: 'paused' } })
      else await own.device.call('DELETE', path)
      expect((await report(own, request_id, { status: 'signed' })).status).toBe(200)
      const { rowCount } = await feed.world.database.admin.query(
        "select from events where subject_id = $1 and kind = 'payment_request.signed'",
        [uuidOf('pr', request_id)],
      )
      expect(rowCount).toBe(1)
    }
  })

  test("another device's request, an absent and a malformed one are answered byte for byte alike", async () => {
    const request_id = await requestIn(feed, connection, 'pending')
    const stranger = await newDevice(feed.world)
    const ids = [request_id, idOf('pr', newUuid()), 'order-1', 'pr_', '%00', `${request_id}x`]
    const answers = await Promise.all(
      ids.map((id) =>
        stranger.call('POST', `/v1/payment-requests/${id}/status`, {
          body: { status: 'signed' },
          headers: { 'x-request-id': 'same' },
        }),
      ),
    )
    for (const answer of answers) expect(code(answer)).toEqual([404, 'resource_not_found'])
    expect(new Set(answers.map((a) => a.text)).size).toBe(1)
  })

  test('an id that two connections of a device use is ambiguous until the connection is named', async () => {
    const one = await feed.connect()
    const two = await feed.connect({ device: one.device })
    const insert = async (
      { connection_token }: TestConnection,
      own: { request_id: string } | { payment_request_id: Uuid },
    ) => {
      const [told] = await insertPaymentRequests(
        feed.app,
        UNLIMITED,
      )([{ ...itemOf(connection_token, feed.payee), ...own }])
      expect(told?.verdict).toBe('created')
      await changeFacts(feed.world.database.admin, [told?.payment_request_id as Uuid])
    }
    const uuid = newUuid()
    for (const [wire, own] of [
      ['order-7', { request_id: 'order-7' }],
      [idOf('pr', uuid), { payment_request_id: uuid }],
    ] as const) {
      await insert(one, own)
      expect((await report(one, wire, { status: 'signed' })).status).toBe(200)
      await insert(two, own)
      expect(code(await report(one, wire, { status: 'signed' }))).toEqual([409, 'request_id_ambiguous'])
      const named = await report(two, wire, { status: 'rejected', connection_id: two.connection_id })
      expect(named.json.payment_request).toMatchObject({ request_id: wire, status: 'rejected' })
      for (const connection_id of [connection.connection_id, 'nonsense']) {
        expect(code(await report(one, wire, { status: 'signed', connection_id }))).toEqual([404, 'resource_not_found'])
      }
    }
    expect((await typesOf(two)).filter((t) => t.endsWith('rejected')).length).toBe(2)
  })
})

/** Reports against each other and against time, many at once through HTTP: one outcome each. */
describe('races', () => {
  let feed: FeedWorld
  let connection: TestConnection
  beforeAll(async () => {
    feed = await startFeedWorld()
    connection = await feed.connect()
  })
  afterAll(() => feed.stop())

  const sound = async () =>
    expect(await faultsOf(feed.world.database.admin, uuidOf('con', connection.connection_id))).toEqual([])

  test('200 reports within 50 ms of expiry: one outcome each, and every late transaction is kept', async () => {
    const { signed, expired, lost } = await raceWithExpiry(feed, connection, 200)
    expect([signed + expired, lost]).toEqual([200, 0])
    await sound()
  })

  test('64 conflicting reports at once: what is accepted is a way through the table, and each has its event', async () => {
    const { accepted, events } = await raceReports(feed, connection, 64)
    expect(events).toBe(accepted)
    await sound()
  })
})

/** Whoever is rejected several times in a row is paused where the user wants that, says so, and only the user lets it go on. */
describe('rejections', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const wants = async ({ device, connection_id }: Asking, pause_after_rejections: boolean) => {
    const { json } = await device.call('PATCH', connectionPath(connection_id), { body: { pause_after_rejections } })
    expect(json.connection.pause_after_rejections).toBe(pause_after_rejections)
  }
  const newWary = async (): Promise<Asking> => {
    const asking = await newAsking(world, web)
    await wants(asking, true)
    return asking
  }
  const decide = async (asking: Asking, ...statuses: readonly string[]): Promise<void> => {
    for (const status of statuses) {
      const { request_id } = await asking.asked()
      expect((await asking.report(request_id, { status })).status).toBe(200)
    }
  }
  const rejected = (times: number): string[] => Array.from({ length: times }, () => 'rejected')
  const currentOf = async ({ call }: Asking) => (await call('GET', '/v1/connections/current')).json.connection
  const shownTo = async ({ device, connection_id }: Asking) =>
    (await device.call('GET', connectionPath(connection_id))).json.connection

  test('rejections pause nothing unless the user switches that on, and none any more once it is off again', async () => {
    const asking = await newAsking(world, web)
    await decide(asking, ...rejected(6))
    expect(await shownTo(asking)).toMatchObject({ status: 'active', pause_after_rejections: false })
    await wants(asking, true)
    await decide(asking, ...rejected(4))
    await wants(asking, false)
    await wants(asking, true)
    await decide(asking, ...rejected(4))
    expect((await currentOf(asking)).status).toBe('active')
    await wants(asking, false)
    await decide(asking, 'rejected')
    expect((await currentOf(asking)).status).toBe('active')
  })

  test('five rejections in a row pause the connection, everybody is told why, and the user resumes it', async () => {
    const asking = await newWary()
    const { url, path } = web.webhooks.place()
    await activeEndpoint(asking.operator, { url, event_types: ['connection.paused'] })
    await decide(asking, ...rejected(4))
    expect(await shownTo(asking)).toMatchObject({ status: 'active', paused_at: null, paused_by: null })
    await decide(asking, 'rejected')
    for (const shown of [await shownTo(asking), await currentOf(asking)]) {
      expect(shown).toMatchObject({ status: 'paused', paused_at: expect.any(String), paused_by: 'rejections' })
    }
    const refused = await asking.ask()
    expect([...said(refused), refused.json.error.paused_by]).toEqual([403, 'connection_paused', 'rejections'])
    expect(refused.json.error.message).toMatch(/rejected several requests in a row.*PATCH .v1.connections/)
    const context = await asking.call('POST', '/v1/transaction-contexts', { body: { title: 'Order 1042' } })
    expect([...said(context), context.json.error.paused_by]).toEqual([403, 'connection_paused', 'rejections'])
    await until(() => web.webhooks.lastAt(path)?.body.includes('connection.paused'))
    expect(JSON.parse(web.webhooks.lastAt(path).body)).toMatchObject({
      type: 'connection.paused',
      data: { connection_id: asking.connection_id, paused_by: 'rejections' },
    })

    const resume = { body: { status: 'active' } }
    const resumed = await asking.device.call('PATCH', connectionPath(asking.connection_id), resume)
    expect(resumed.json.connection).toMatchObject({ status: 'active', paused_at: null, paused_by: null })
    // From zero: what was rejected before the user's word counts no more.
    await decide(asking, ...rejected(4))
    expect((await currentOf(asking)).status).toBe('active')
    await asking.device.call('PATCH', connectionPath(asking.connection_id), { body: { status: 'paused' } })
    const stopped = await asking.ask()
    expect([...said(stopped), stopped.json.error.paused_by]).toEqual([403, 'connection_paused', 'wallet'])
    await until(() => web.webhooks.lastAt(path)?.body.includes('"wallet"'))
    expect(JSON.parse(web.webhooks.lastAt(path).body).data.paused_by).toBe('wallet')
  })

  test('anything else that the wallet reports ends the row; what expires does not', async () => {
    const asking = await newWary()
    await decide(asking, ...rejected(4), 'signed', ...rejected(4))
    expect((await currentOf(asking)).status).toBe('active')
    const { request_id } = await asking.asked()
    await changeFacts(world.database.admin, [uuidOf('pr', request_id)], 'expires_at = now()')
    await until(
      async () => (await asking.call('GET', '/v1/payment-requests/events')).json.events.at(-1).status === 'expired',
    )
    expect((await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request.status).toBe('expired')
    await decide(asking, 'rejected')
    expect((await currentOf(asking)).paused_by).toBe('rejections')
  })

  test('five in a row that are spread over more than ten minutes pause nothing; the last five count', async () => {
    const asking = await newWary()
    const age = (interval: string) =>
      world.database.admin.query(
        `update connections set rejected_at = array(select t - $1::interval from unnest(rejected_at) with ordinality r (t, n) order by n)`,
        [interval],
      )
    await decide(asking, 'rejected')
    await age('10 minutes')
    await decide(asking, ...rejected(4))
    expect((await currentOf(asking)).status).toBe('active')
    await decide(asking, 'rejected')
    expect((await currentOf(asking)).paused_by).toBe('rejections')
  })

  test('five rejections at once pause it once; a repeated report counts once', async () => {
    const asking = await newWary()
    const { request_id } = await asking.asked()
    for (let i = 0; i < 6; i++) await asking.report(request_id, { status: 'rejected' })
    expect((await currentOf(asking)).status).toBe('active')
    const requests = await Promise.all(Array.from({ length: 6 }, () => asking.asked()))
    const reports = await Promise.all(requests.map((r) => asking.report(r.request_id, { status: 'rejected' })))
    expect(reports.map((answer) => answer.status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect((await currentOf(asking)).paused_by).toBe('rejections')
    const { rows } = await world.database.admin.query(
      `select data ->> 'paused_by' as paused_by from events where kind = 'connection.paused' and connection_id =
      (select connection_id from connections order by connection_id desc limit 1)`,
    )
    expect(rows).toEqual([{ paused_by: 'rejections' }])
  })

  test('an API key is told the same of the connection that it asks for', async () => {
    const mine = await newAutomation(world, web)
    await mine.device.call('PATCH', connectionPath(mine.connection_id), { body: { status: 'paused' } })
    const { error } = (await mine.intend({ amount: '1', initiator: 'human' })).json
    expect([error.code, error.details.paused_by]).toEqual(['connection_paused', 'wallet'])
  })
})
