/** Reports share one statement: each is judged by the one rule, in its turn, and nobody notices a neighbour. */
import { hash } from 'node:crypto'
import { LATE_REPORTS_MAX } from '@pursestrings/contract/payment-requests/records'
import { idOf, slotOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { PAYMENT_STATUSES, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentReport, reportPaymentRequests } from '../src/payments/payment-requests/reports.store.ts'
import type { TestConnection } from './connection.ts'
import { deviceOf, newDevice } from './device.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { poll, type SeenEvent } from './events-reader.ts'
import { NEVER_PAUSED } from './new-request.ts'
import { judgeReport, judgeReportOfCanceled, REPORTED, report } from './reports-wallet.ts'

let feed: FeedWorld
beforeAll(async () => {
  feed = await startFeedWorld()
})
afterAll(() => feed.stop())

const admin = () => feed.world.database.admin
const saidOf = (
  { device }: Pick<TestConnection, 'device'>,
  id: Uuid,
  more: Partial<PaymentReport> = {},
): PaymentReport => ({
  token_hash: hash('sha256', device.token, 'buffer'),
  request_id: idOf('pr', id),
  connection_id: null,
  status: 'signed',
  transaction_hash: null,
  reason: null,
  ...more,
})
const verdictsOf = async (said: readonly PaymentReport[], rejections = NEVER_PAUSED) =>
  (await reportPaymentRequests(feed.app, rejections)(said)).map(({ verdict }) => verdict)
const statusesIn = async (connection: TestConnection) =>
  ((await poll(connection, 'limit=500')).json.events as SeenEvent[]).map((e) => e.type.replace('payment_request.', ''))
const connectionRow = async ({ connection_id }: TestConnection) =>
  (await admin().query('select * from connections where connection_id = $1', [uuidOf('con', connection_id)])).rows[0]

test('the database judges a report as the one rule says, in every standing and with every hash', async () => {
  const later = new Date(Date.now() + 60_000)
  const many = (count: number) => Array.from({ length: count }, (_, i) => `h${i}`)
  const late_lists = [
    [],
    ['B'],
    many(LATE_REPORTS_MAX - 1),
    many(LATE_REPORTS_MAX),
    [...many(LATE_REPORTS_MAX - 1), 'B'],
  ]
  const standings = [
    ...PAYMENT_STATUSES.map((stands) => ({ stands, evidence: stands === 'expired', judge: judgeReport })),
    { stands: 'failed' as const, evidence: true, judge: judgeReportOfCanceled },
  ]
  const all = standings.flatMap(({ judge, evidence, stands }) =>
    [null, 'A'].flatMap((known) =>
      REPORTED.flatMap((reported) =>
        [null, 'A', 'B'].flatMap((named) =>
          (evidence ? late_lists : [null]).map((late) => ({ judge, of: { stands, known, reported, named, late } })),
        ),
      ),
    ),
  )
  const cases = all.map((one) => one.of)
  const expected = all.map(({ judge, of: { stands, known, reported, named, late } }) => {
    const standing = { status: stands, transaction_hash: known, expires_at: later, late_hashes: late ?? [] }
    const judged = judge(standing, { status: reported, transaction_hash: named ?? undefined }, new Date())
    if (judged.does === 'refuse') return judged.entry.code
    if (judged.does === 'repeat') return judged.late ? 'repeated_late' : 'repeated'
    return judged.does === 'move' ? 'moved' : 'late'
  })
  const { rows } = await admin().query(
    `select judge_payment_report(stands, known, reported, named,
       case when late is not null and late <> 'null' then array(select jsonb_array_elements_text(late)) end) as verdict
     from jsonb_to_recordset($1) c (n int, stands payment_status, known text, reported payment_status, named text, late jsonb)
     order by n`,
    [JSON.stringify(cases.map((one, n) => ({ n, ...one })))],
  )
  expect(rows.map(({ verdict }, i) => ({ ...cases[i], verdict }))).toEqual(
    cases.map((one, i) => ({ ...one, verdict: expected[i] })),
  )
})

test('what waits is expired from the very moment of its time, and nothing else is', async () => {
  const at = '2027-01-01T00:00:00.000Z'
  const { rows } = await admin().query(
    `select s::text as written, payment_status_at(s, $1, null, $1::timestamptz - interval '1 millisecond')::text as before,
       payment_status_at(s, $1, null, $1)::text as then from unnest(enum_range(null::payment_status)) s`,
    [at],
  )
  for (const { written, before, then } of rows) {
    expect([before, then]).toEqual([written, written === 'pending' ? 'expired' : written])
  }
})

test('reports of one request in one statement take turns, between those of neighbours', async () => {
  const [one, other] = [await feed.connect(), await feed.connect()]
  const [id, next] = (await feed.create(one, 2)) as [Uuid, Uuid]
  const [theirs] = (await feed.create(other, 1)) as [Uuid]
  const hashed = { transaction_hash: 'a1' }
  const stranger = { ...saidOf(one, id), token_hash: hash('sha256', newSecret('device'), 'buffer') }
  expect(
    await verdictsOf([
      saidOf(one, id),
      stranger,
      saidOf(other, theirs, { status: 'rejected' }),
      saidOf(one, id, { status: 'rejected' }),
      saidOf(one, id, { status: 'broadcasted', ...hashed }),
      saidOf(one, theirs),
      saidOf(one, next, { status: 'failed' }),
      saidOf(one, id, { status: 'broadcasted', ...hashed }),
      saidOf(one, id, { status: 'confirmed', transaction_hash: 'b2' }),
      saidOf(one, id, { status: 'confirmed', ...hashed }),
    ]),
  ).toEqual([
    'moved',
    'credential_invalid',
    'moved',
    'invalid_transition',
    'moved',
    'resource_not_found',
    'moved',
    'repeated',
    'transaction_hash_fixed',
    'moved',
  ])
  expect(await statusesIn(one)).toEqual(['pending', 'pending', 'signed', 'failed', 'broadcasted', 'confirmed'])
  expect(await statusesIn(other)).toEqual(['pending', 'rejected'])
  expect(await connectionRow(one)).toMatchObject({ last_cursor: '6', pending_count: 0 })
})

test('time is written down before what came after it: two late reports at once', async () => {
  const own = await feed.connect()
  const [id] = (await feed.create(own, 1)) as [Uuid]
  const said = ['x', 'y', 'x'].map((transaction_hash) => saidOf(own, id, { transaction_hash, status: 'confirmed' }))
  await feed.expireAt([id], '-1 second')
  expect(await verdictsOf(said)).toEqual(['late', 'late', 'repeated_late'])
  expect(await statusesIn(own)).toEqual(['pending', 'expired', 'late_report', 'late_report'])
  const { rows } = await admin().query(
    'select late_report_id, merchant_id, transaction_hash from late_reports where payment_request_id = $1',
    [id],
  )
  expect(new Set(rows.map((row) => row.transaction_hash))).toEqual(new Set(['x', 'y']))
  for (const { late_report_id, merchant_id } of rows) expect(slotOf(late_report_id)).toBe(slotOf(merchant_id))
  expect(await connectionRow(own)).toMatchObject({ last_cursor: '4', pending_count: 0 })
})

test('rejections in one statement count one after the other', async () => {
  const rejections = { max: 3, within_s: 600 }
  const decide = async (statuses: readonly PaymentStatus[]) => {
    const own = await feed.connect()
    await admin().query('update connections set pause_after_rejections = true where connection_id = $1', [
      uuidOf('con', own.connection_id),
    ])
    const ids = await feed.create(own, statuses.length)
    const said = statuses.map((status, i) => saidOf(own, ids[i] as Uuid, { status }))
    expect(new Set(await verdictsOf(said, rejections))).toEqual(new Set(['moved']))
    const { status, paused_by, rejected_at } = await connectionRow(own)
    const { rows } = await admin().query(
      "select data ->> 'paused_by' as by from events where connection_id = $1 and kind = 'connection.paused'",
      [uuidOf('con', own.connection_id)],
    )
    return [status, paused_by, rejected_at.length, rows.map(({ by }) => by)]
  }
  expect(await decide(['rejected', 'rejected', 'signed', 'rejected'])).toEqual(['active', null, 1, []])
  const paused = ['paused', 'rejections', 0, ['rejections']]
  expect(await decide(['rejected', 'rejected', 'rejected', 'signed'])).toEqual(paused)
  expect(await decide(['rejected', 'rejected', 'rejected', 'rejected'])).toEqual([
    'paused',
    'rejections',
    3,
    ['rejections'],
  ])
})

test('whoever writes a status, until when it waits is right, and later reports are written in place', async () => {
  const own = await feed.connect()
  const [id] = (await feed.create(own, 1)) as [Uuid]
  const read = async () =>
    (
      await admin().query(
        'select pending_until, expires_at, merchant_id from payment_requests where payment_request_id = $1',
        [id],
      )
    ).rows[0]
  const { pending_until, expires_at, merchant_id } = await read()
  expect(pending_until).toEqual(expires_at)
  // By the tenant's own statement, which does not write the column.
  const client = await feed.app.connect()
  const inPlace = async (): Promise<number> =>
    (
      await client.query(
        "select n_tup_hot_upd::int as n from pg_stat_xact_user_tables where relname = 'payment_requests'",
      )
    ).rows[0].n
  const move = async (status: PaymentStatus) => {
    await client.query(`begin; select set_config('svc.tenant', '${merchant_id}', true)`)
    const before = await inPlace()
    await client.query('update payment_requests set status = $2 where payment_request_id = $1', [id, status])
    const more = (await inPlace()) - before
    await client.query('commit')
    return more
  }
  expect(await move('signed')).toBe(0)
  expect((await read()).pending_until).toBeNull()
  expect([await move('broadcasted'), await move('confirmed')]).toEqual([1, 1])
  client.release()
})

test('a token that was good a moment ago and was replaced, or that is shown for another device, reports nothing', async () => {
  const own = await feed.connect()
  const ids = await feed.create(own, 2)
  const [first, second] = ids.map((id) => idOf('pr', id)) as [string, string]
  expect((await report(own, first, { status: 'signed' })).status).toBe(200)
  const other = await newDevice(feed.world)
  const paired = (device_id: string) =>
    feed.world.call('POST', `/v1/payment-requests/${second}/status`, {
      body: { status: 'signed', device_id, token: own.device.token },
    })
  const mismatched = await paired(other.device_id)
  expect([mismatched.status, mismatched.json.error.code]).toEqual([401, 'credential_invalid'])
  expect((await paired(own.device.device_id)).status).toBe(200)
  const rotated = await own.device.call('POST', `/v1/app-devices/${own.device.device_id}/rotate-token`)
  expect(rotated.status).toBeLessThan(300)
  const next = deviceOf(feed.world, { ...own.device, token: rotated.json.token })
  expect((await next.call('GET', '/v1/app-devices/current')).status).toBe(200)
  // Whatever else is wrong with the call.
  for (const body of [{ status: 'signed' }, { status: 'nonsense' }]) {
    const dead = await report(own, first, body)
    expect([dead.status, dead.json.error.code]).toEqual([401, 'credential_invalid'])
  }
})

test('a report notes the use of its device, once a day', async () => {
  const own = await feed.connect()
  const [id] = (await feed.create(own, 1)) as [Uuid]
  const device_id = uuidOf('dev', own.device.device_id)
  const lastUse = async () =>
    (
      await admin().query('select current_date - last_used_on as days from device_tokens where device_id = $1', [
        device_id,
      ])
    ).rows[0].days
  expect((await report(own, idOf('pr', id), { status: 'signed' })).status).toBe(200)
  await admin().query('update device_tokens set last_used_on = current_date - 3 where device_id = $1', [device_id])
  expect((await report(own, idOf('pr', id), { status: 'signed' })).status).toBe(200)
  expect(await lastUse()).toBe(0)
})
