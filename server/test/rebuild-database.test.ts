/** `npm run dev` makes a database again that another baseline made, and never one that somebody named. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rebuildIfOther } from '../../tools/dev/rebuild-database.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { migrate, missingMigrations } from '../src/platform/postgres/migrate.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
const lines: string[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  lines.length = 0
})
afterEach(() => database.drop())

const rebuild = (named: boolean) => rebuildIfOther(database.url, { named, log: (line) => lines.push(line) })
/** Gone with everything else, where the database is emptied. */
const MARK = 'create table mark (one integer)'
const isMarked = async () =>
  (await database.admin.query<{ is: boolean }>(`select to_regclass('mark') is not null as is`)).rows[0]?.is

test('a database of this baseline is kept', async () => {
  await database.admin.query(MARK)
  await rebuild(false)
  expect([await isMarked(), lines]).toEqual([true, []])
})

test('a database of another baseline is emptied, which is said, and can be migrated', async () => {
  await database.admin.query(MARK)
  await database.admin.query(`update applied_sql set checksum = 'another' where file = 'baseline/payees.sql'`)
  await rebuild(false)
  expect(lines).toEqual([expect.stringContaining('another baseline')])
  await migrate(database.url, installJobs)
  expect([await missingMigrations(database.admin), await isMarked()]).toEqual([[], false])
})

test('one that DATABASE_URL names is left as it is, and the developer is told how to empty it', async () => {
  await database.admin.query(MARK)
  await database.admin.query(`delete from applied_sql where file like 'baseline/%'`)
  await expect(rebuild(true)).rejects.toThrow('drop schema if exists pursestrings, pgboss cascade')
  expect(await isMarked()).toBe(true)
})
