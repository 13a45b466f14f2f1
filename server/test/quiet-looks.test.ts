/** Many who wait for feeds of their own are one statement for the database, and each still reads now and then. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedLooks } from '../src/delivery/events/wait-for-page.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

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

test('looks at many feeds are one statement, only those with news read, and every fourth look reads', async () => {
  const asking = await newAsking(world, web)
  await asking.asked()
  const { admin } = world.database
  await until(async () => (await admin.query('select from events_pending')).rowCount === 0)
  const { rows } = await admin.query('select owner_id, last_cursor::float8 as since from feeds')
  expect(rows.length).toBeGreaterThan(1)
  const pool = createPool({ url: world.settings.DATABASE_URL as string, max: 5, application_name: 'test' })
  let statements = 0
  pool.on('acquire', () => statements++)
  const quiet = Array.from({ length: 50 }, () => ({ owner_id: crypto.randomUUID() as Uuid, since: 0 }))
  const looksOf = feedLooks(pool)
  const ended = [...rows, ...quiet].map(({ owner_id, since }) => looksOf(owner_id)(since))
  const behind = rows.map(({ owner_id, since }) => looksOf(owner_id)(since - 1))
  const answers = await Promise.all([...ended, ...behind])
  expect(answers).toEqual([...ended.map(() => false), ...behind.map(() => true)])
  expect(statements).toBe(1)
  const look = looksOf(crypto.randomUUID() as Uuid)
  const four = [await look(0), await look(0), await look(0), await look(0)]
  expect(four).toEqual([false, false, false, true])
  expect(statements).toBe(4)
  await pool.end()
})
