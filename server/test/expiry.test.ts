/** Time ends what waits: within seconds, once, by any number of workers, and without holding anybody up. */
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../src/payments/payment-requests/expire-payment-requests.worker.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import type { TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { poll, type SeenEvent } from './events-reader.ts'
import { until } from './until.ts'

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
  await holder.query('select from connections where connection_id = $1 for update', [uuidOf('con', held.connection_id)])
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
