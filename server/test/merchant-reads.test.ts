/** A merchant's back end reads one request as it is: its facts, every step, what came late, and what is known of the payee. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, askingOver, freshKey, newAsking } from './asking.ts'
import { changeFacts } from './change-facts.ts'
import { newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const HASH = 'ab'.repeat(32)
const pathOf = (request_id: string, query = '') => `/v1/payment-requests/${encodeURIComponent(request_id)}${query}`
const read = (request_id: string, query = '') => asking.operator.call('GET', pathOf(request_id, query))
const expire = (request_id: string) =>
  changeFacts(world.database.admin, [uuidOf('pr', request_id)], "expires_at = now() - interval '1s'")

/** Nothing gets its place in a feed, or in the index, while the work runs. */
const withoutSequencer = async (work: () => Promise<void>): Promise<void> => {
  const holder = await world.database.admin.connect()
  await holder.query('begin')
  await holder.query("select pg_advisory_xact_lock(hashtext('sequence_events'))")
  try {
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('every step is told in order, with who says so, the reason and the transaction, to merchant and wallet alike', async () => {
  const { request_id } = await asking.asked()
  await asking.report(request_id, { status: 'signed' })
  await asking.report(request_id, { status: 'broadcasted', transaction_hash: HASH })
  await asking.report(request_id, { status: 'failed', reason: 'no funds' })
  const { status, json } = await read(request_id)
  expect([status, json.error]).toEqual([200, undefined])
  const { payment_request: told } = json
  expect(told.history).toMatchObject([
    { type: 'payment_request.pending', previous_status: null, status: 'pending', said_by: 'agent' },
    { type: 'payment_request.signed', previous_status: 'pending', status: 'signed', said_by: 'wallet' },
    { status: 'broadcasted', said_by: 'wallet', transaction_hash: HASH },
    { status: 'failed', previous_status: 'broadcasted', said_by: 'wallet', reason: 'no funds' },
  ])
  const cursors: number[] = told.history.map((step: { cursor: number }) => step.cursor)
  expect(cursors).toEqual(cursors.toSorted((a, b) => a - b))
  expect(told).toMatchObject({ status: 'failed', late_reports: [], replay_count: 0, request_id })
  expect(told.facts_jws).toMatch(/^eyJ/)
  const { replay_count, ...shown } = told
  expect(replay_count).toBe(0)
  expect((await asking.device.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request).toEqual(shown)
})

test('a request that its agent took back says so', async () => {
  const { request_id } = await asking.asked()
  await asking.call('POST', `/v1/payment-requests/${request_id}/cancel`)
  expect((await read(request_id)).json.payment_request.history).toMatchObject([
    { status: 'pending', said_by: 'agent' },
    { status: 'failed', said_by: 'agent', reason: 'canceled_by_agent' },
  ])
})

test('what happened a moment ago is there, also while nothing is sequenced, and stays there once', async () => {
  const named = `order ${freshKey()}`
  await withoutSequencer(async () => {
    await asking.asked({ request_id: named })
    await asking.report(encodeURIComponent(named), { status: 'rejected', reason: 'too dear' })
    const history = [{ status: 'pending' }, { status: 'rejected', reason: 'too dear', said_by: 'wallet' }]
    expect((await read(named)).json).toMatchObject({ payment_request: { history } })
  })
  const sequenced = "select from payment_request_index where request_id = $1 and status = 'rejected'"
  await until(async () => (await world.database.admin.query(sequenced, [named])).rowCount === 1)
  expect((await read(named)).json.payment_request.history).toHaveLength(2)
})

test('a transaction that is named after the expiry is shown by every read, in the feed and in its history', async () => {
  const { request_id } = await asking.asked()
  await expire(request_id)
  const late_hash = 'cd'.repeat(32)
  const reported = await asking.report(request_id, {
    status: 'broadcasted',
    transaction_hash: late_hash,
    reason: 'was offline',
  })
  const late_reports = [
    {
      reported_status: 'broadcasted',
      transaction_hash: late_hash,
      reason: 'was offline',
      reported_at: expect.any(String),
    },
  ]
  expect(reported.json).toMatchObject({ late: true, payment_request: { status: 'expired', late_reports } })
  const { operator, device } = asking
  for (const by of [asking, device])
    expect((await by.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request).toMatchObject({
      late_reports,
    })
  expect((await read(request_id)).json.payment_request).toMatchObject({
    late_reports,
    history: [
      { status: 'pending' },
      { type: 'payment_request.expired', said_by: 'clock' },
      { type: 'payment_request.late_report', said_by: 'wallet', transaction_hash: late_hash, reason: 'was offline' },
    ],
  })
  const listed = [
    await device.call('GET', '/v1/payment-requests'),
    await asking.call('GET', '/v1/payment-requests'),
    await operator.call('GET', '/v1/payment-requests'),
  ]
  for (const { json } of listed) {
    const found = json.payment_requests.find((one: { request_id: string }) => one.request_id === request_id)
    expect(found).toMatchObject({ late_reports })
  }
  const feed = (await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')).json.events
  expect(feed).toContainEqual(
    expect.objectContaining({ type: 'payment_request.late_report', request_id, transaction_hash: late_hash }),
  )
})

test('two connections with the same id are told apart by connection_id, and refused without', async () => {
  const { operator, agent, payee } = asking
  const beside = askingOver(await newConnection(world, { operator, agent }), payee)
  const request_id = `twin.${freshKey()}`
  const [one, other] = [await asking.asked({ request_id }), await beside.asked({ request_id })]
  for (const sequenced of [false, true]) {
    if (sequenced) {
      const both = 'select from payment_request_index where request_id = $1'
      await until(async () => (await world.database.admin.query(both, [request_id])).rowCount === 2)
    }
    for (const rest of ['', '/evidence', '/receipt']) {
      const refused = await read(request_id, rest)
      expect([refused.status, refused.json.error.code]).toEqual([409, 'request_id_ambiguous'])
    }
    for (const { connection_id } of [one, other]) {
      const { json } = await read(request_id, `?connection_id=${connection_id}`)
      expect(json.payment_request).toMatchObject({ connection_id, request_id })
    }
  }
  const chosen = 'pr_01jcqr6t9vfj2t7b7zq5xv0m2n'
  for (const by of [asking, beside]) await by.asked({ request_id: chosen })
  expect((await read(chosen)).status).toBe(409)
  expect((await read(chosen, `?connection_id=${other.connection_id}`)).json.payment_request).toMatchObject({
    connection_id: other.connection_id,
    history: [{ status: 'pending' }],
  })
})

test('replays are counted, and the payee tells its number, since when it serves and what the domain says', async () => {
  const key = freshKey()
  const { request_id } = await asking.asked({ idempotency_key: key })
  for (let i = 0; i < 2; i++) await asking.ask({ idempotency_key: key })
  const { payment_request } = (await read(request_id)).json
  expect(payment_request).toMatchObject({
    replay_count: 2,
    payee: {
      number: 1,
      changed_at: null,
      previous: null,
      serving_since: expect.stringMatching(/Z$/),
      domain_verified_since: expect.stringMatching(/Z$/),
      evidence: { evidence_digest: asking.payee.evidence.evidence_digest, seen_at: expect.stringMatching(/Z$/) },
    },
  })
})

test('another merchant and strangers are told that there is no such request', async () => {
  const other = await newAsking(world, web)
  const request_id = `mine.${freshKey()}`
  const mine = [(await asking.asked({ request_id })).request_id, (await asking.asked()).request_id]
  const absent = await other.operator.call('GET', pathOf('never.made'), { headers: { 'x-request-id': 'alike' } })
  expect(absent.status).toBe(404)
  for (const id of mine) {
    for (const query of ['', `?connection_id=${asking.connection_id}`]) {
      const answer = await other.operator.call('GET', pathOf(id, query), { headers: { 'x-request-id': 'alike' } })
      expect([answer.status, answer.text]).toEqual([404, absent.text])
    }
    expect((await world.call('GET', pathOf(id))).status).toBe(401)
  }
})
