/** A database whose connections say nothing any more, and are not closed either, holds nobody for good. */
import { setTimeout as pause } from 'node:timers/promises'
import { serviceUnavailable } from '@pursestrings/contract/transport-errors'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchReadiness } from '../src/platform/health/check-readiness.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { isUnavailable } from '../src/platform/postgres/commit.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import type { Refusal } from '../src/platform/refusal.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type DatabaseCutter, startDatabaseCutter } from './database-cutter.ts'
import { until } from './until.ts'

const SILENCE_MS = 300
const DEADLINE_MS = 20_000

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

/** How it ended; a hang is an answer, too. */
const endOf = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => error,
    ),
    pause(DEADLINE_MS, 'still waits'),
  ])

test('a statement over a silent connection is told to come again, and the next one gets a new connection', async () => {
  await pool.query('select 1')
  cutter.silence()
  const ended = await endOf(pool.query('select 1'))
  expect(ended).toMatchObject({ message: 'Query read timeout' })
  expect(isUnavailable(ended)).toBe(true)
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a transaction whose connection falls silent ends, and its connection is dropped', async () => {
  const { asTenant } = transactionsOn(pool)
  const ended = await endOf(
    asTenant(newUuid(), async ({ client }) => {
      cutter.silence()
      await client.query('select 1')
    }),
  )
  expect(ended).toMatchObject({ message: 'Query read timeout' })
  expect(pool.totalCount).toBe(0)
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('a process whose database is silent says that it is not ready, and is ready again when it answers', async () => {
  const notifications = startNotifications(undefined, () => {})
  const watch = watchReadiness({ pool, notifications, state: () => 'serving', epoch: 1, behind: undefined })
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
    await notifications.stop()
  }
})
