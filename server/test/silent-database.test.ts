/** A database whose connections say nothing any more, and are not closed either, holds nobody for good. */
import { serviceUnavailable } from '@countersign/contract/transport-errors'
import { newUuid } from '@countersign/contract/wire/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchReadiness } from '../src/health/check-readiness.ts'
import { createPool } from '../src/postgres/pool.ts'
import { transactionsOn } from '../src/postgres/transaction.ts'
import { isUnavailable } from '../src/postgres/unavailable.ts'
import { Refusal } from '../src/refusal.ts'
import { startWake } from '../src/wake/wake.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type DatabaseCutter, startDatabaseCutter } from './database-cutter.ts'
import { until } from './until.ts'

const SILENCE_MS = 300

let database: TestDatabase
let cutter: DatabaseCutter
let pool: ReturnType<typeof createPool>
beforeEach(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  cutter = await startDatabaseCutter(Number(url.port))
  url.port = String(cutter.port)
  url.hostname = '127.0.0.1'
  pool = createPool({ url: url.href, max: 1, application_name: 'test', silence_ms: SILENCE_MS })
})
afterEach(async () => {
  await cutter.stop()
  await pool.end()
  await database.drop()
})

test('a statement over a silent connection is told to come again, and the next one gets a new connection', async () => {
  await pool.query('select 1')
  cutter.silence()
  const [answer] = await Promise.allSettled([pool.query('select 1')])
  expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } })
  expect(isUnavailable((answer as PromiseRejectedResult).reason)).toBe(true)
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a transaction whose connection falls silent does not wait a second time to roll back', async () => {
  const { asTenant } = transactionsOn(pool)
  const began = performance.now()
  const [answer] = await Promise.allSettled([
    asTenant(newUuid(), async ({ client }) => {
      cutter.silence()
      await client.query('select 1')
    }),
  ])
  expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } })
  expect(pool.totalCount).toBe(0)
  expect(performance.now() - began).toBeGreaterThanOrEqual(SILENCE_MS)
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a process whose database is silent says that it is not ready, and is ready again when it answers', async () => {
  const wake = startWake(undefined, () => {})
  const watch = watchReadiness({ pool, wake, state: () => 'serving', epoch: 1, behind: undefined })
  const says = () => {
    try {
      return watch.ready().status
    } catch (error) {
      return (error as Refusal).entry.code
    }
  }
  try {
    await until(() => pool.totalCount === 1 && pool.idleCount === 1)
    expect(says()).toBe('ready')
    cutter.silence(true)
    await until(() => says() === serviceUnavailable.code, 30_000)
    cutter.heal()
    await until(() => says() === 'ready', 30_000)
  } finally {
    await watch.stop()
    await wake.stop()
  }
})
