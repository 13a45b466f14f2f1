/** A table that outgrew its statistics is analysed by a worker within seconds, so that no plan of an empty table is kept. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyseInTurn } from '../src/platform/jobs/analyse-grown-tables.worker.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { call } from './call.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.admin.query(`analyze; alter table accounts set (autovacuum_enabled = off)`)
})
afterAll(() => database.drop())

/** Others hear at once of what the session changed, not when it next has time. */
const TOLD = 'select pg_stat_force_next_flush()'
const moreAccounts = (count: number) => `insert into accounts (account_id, email)
  select gen_random_uuid(), gen_random_uuid()::text from generate_series(1, ${count}); ${TOLD}`
const addAccounts = (count: number) => database.admin.query(moreAccounts(count))
const known = async (): Promise<number> =>
  (await database.admin.query("select reltuples::int as n from pg_class where oid = 'accounts'::regclass")).rows[0].n

const turn = async (workers = 1): Promise<string[]> => {
  const analysed: string[] = []
  const pool = createPool({ url: database.url, max: workers, application_name: 'test', role: WORKER_ROLE })
  const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
  const onAnalysed = (table: string) => analysed.push(table)
  await Promise.all(Array.from({ length: workers }, () => analyseInTurn({ transactions, onAnalysed })))
  await pool.end()
  return analysed.filter((table) => table === 'accounts')
}

test('a table that grew is analysed once, by however many workers', async () => {
  await addAccounts(40)
  expect(await turn()).toEqual([])
  await addAccounts(60)
  expect(await turn(4)).toEqual(['accounts'])
  expect([await known(), await turn()]).toEqual([100, []])
})

test('a large table is analysed again when it has half as many rows more', async () => {
  await addAccounts(90)
  expect(await turn()).toEqual([])
  await addAccounts(20)
  expect([await turn(), await known()]).toEqual([['accounts'], 210])
})

test('rows that only change are left to autovacuum', async () => {
  for (let i = 0; i < 3; i++) await database.admin.query(`update accounts set email = email || 1; ${TOLD}`)
  expect(await turn()).toEqual([])
})

test('the application cannot make the database analyse', async () => {
  const pool = createPool({ url: database.url, max: 1, application_name: 'test' })
  await expect(pool.query('select analyse_grown_table()')).rejects.toThrow(/permission denied/)
  await pool.end()
})

test('a running worker does it, logs it and counts it', async () => {
  const world = await startWorld()
  try {
    await world.database.admin.query('analyze')
    await world.database.admin.query(moreAccounts(500))
    const counted = async () =>
      /^svc_tables_analysed_total\{table="accounts"\} 1$/m.test(
        (await call(world.service.ops_url, 'GET', '/metrics')).text,
      )
    await until(counted, 10_000)
    expect(world.log.join('')).toContain('"table":"accounts","msg":"analysed a table that had outgrown its statistics"')
  } finally {
    await world.stop()
  }
})
