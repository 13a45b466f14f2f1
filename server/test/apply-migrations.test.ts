/** Migrations of a filled database in use: each whole or not at all, in nobody's way for long, and never changed afterwards. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations, OtherBaseline } from '../src/platform/postgres/apply-migrations.ts'
import { readMigrations } from '../src/platform/postgres/migration-files.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { until } from './until.ts'

let database: TestDatabase
let client: pg.PoolClient
beforeEach(async () => {
  database = await createTestDatabase()
  client = await database.admin.connect()
  await client.query(
    'create table notes (note integer); insert into notes select n % 100 from generate_series(1, 1000) n',
  )
})
afterEach(async () => {
  client.release()
  await database.drop()
})

const apply = (added: Record<string, string>, options = {}) =>
  applyMigrations(
    client,
    [
      ...readMigrations(),
      ...Object.entries(added).map(([name, text]) => ({ name, text: `-- owner: postgres\n${text}` })),
    ],
    options,
  )

const column = async (name: string): Promise<boolean> =>
  (await client.query(`select from pg_attribute where attrelid = 'notes'::regclass and attname = $1`, [name]))
    .rowCount === 1

test('a file that was changed after it was applied is refused by name', async () => {
  const first = { '9001_a.sql': '-- expand\nalter table notes add column a text;' }
  await apply(first)
  await expect(apply({ '9001_a.sql': `${first['9001_a.sql']} select 1;` })).rejects.toThrow(
    '9001_a.sql changed after it was applied here. Put it back, and write a new migration.',
  )
})

test('a database of another baseline is refused, whether its files were changed or are not known', async () => {
  await client.query(`update applied_sql set checksum = 'another' where file = 'baseline/payees.sql'`)
  await expect(apply({})).rejects.toThrow(OtherBaseline)
  await client.query(`delete from applied_sql where file like 'baseline/%'`)
  await expect(apply({})).rejects.toThrow('This database was made before the baseline: make a new one.')
})

test('a file that fails leaves nothing of itself, those before it stay, and the next run goes on from there', async () => {
  const first = { '9001_a.sql': '-- expand\nalter table notes add column a text;' }
  const broken = { '9002_b.sql': '-- expand\nalter table notes add column b text; select 1 / 0;' }
  await expect(apply({ ...first, ...broken })).rejects.toThrow('division by zero (9002_b.sql)')
  expect([await column('a'), await column('b')]).toEqual([true, false])
  const repaired = { '9002_b.sql': '-- expand\nalter table notes add column b text;' }
  expect(await apply({ ...first, ...repaired })).toEqual(['9002_b.sql'])
  expect(await column('b')).toBe(true)
})

test('a table that somebody holds is left to its callers and tried again', async () => {
  const other = new pg.Client({ connectionString: database.url, options: '-c search_path=pursestrings' })
  await other.connect()
  await other.query('begin; lock table notes in access share mode')
  let waits = 0
  const free = () => {
    waits += 1
    if (waits === 2) void other.query('commit')
  }
  const options = { lock_timeout_ms: 20, onRetry: free }
  const added = { '9001_a.sql': '-- expand\nalter table notes add column a text;' }
  const applied = await apply(added, options).catch(String)
  expect([applied, waits >= 2]).toEqual([['9001_a.sql'], true])
  await other.end()
})

test('an index that failed halfway is built again, and one that cannot be built is not taken for done', async () => {
  const unique = { '9001_a.sql': '-- online\ncreate unique index concurrently if not exists one_note on notes (note);' }
  await expect(apply(unique)).rejects.toThrow('could not create unique index')
  await expect(apply(unique)).rejects.toThrow('could not create unique index')
  await client.query('delete from notes a using notes b where a.ctid < b.ctid and a.note = b.note')
  expect(await apply(unique)).toEqual(['9001_a.sql'])
  expect((await client.query(`select indisvalid from pg_index where indexrelid = 'one_note'::regclass`)).rows).toEqual([
    { indisvalid: true },
  ])
  await expect(apply({ ...unique, '9002_b.sql': '-- online\ncreate index on notes (note);' })).rejects.toThrow(
    'create index concurrently if not exists',
  )
})

const CONNECTED = 'select from pg_stat_activity where datname = current_database() and application_name = $1'

test('nothing is removed while a process that still uses it runs', async () => {
  const removal = { '9003_c.sql': '-- contract after 9001\nalter table notes drop column note;' }
  const connected = async (application_name: string) => {
    const other = new pg.Client({ connectionString: database.url, application_name })
    await other.connect()
    return other
  }
  for (const older of ['pursestrings app', 'pursestrings worker 0101']) {
    const other = await connected(older)
    await expect(apply(removal)).rejects.toThrow(`before migration 9001 use, and "${older}" still run`)
    await other.end()
    await until(async () => (await client.query(CONNECTED, [older])).rowCount === 0)
  }
  const current = await connected('pursestrings app 9001')
  expect(await apply(removal)).toEqual(['9003_c.sql'])
  await current.end()
  expect(await column('note')).toBe(false)
})

test.each([
  ['create index planted on payment_requests (amount)', 'require-concurrent-index-creation'],
  ['alter table payment_requests alter column amount type text', 'changing-column-type'],
  ['alter table payment_requests add constraint planted check (true)', 'constraint-missing-not-valid'],
  ['alter table payment_requests add column planted int not null', 'adding-required-field'],
  ['alter table payment_requests rename column amount to planted', 'renaming-column'],
])('`npm run check` refuses a migration that gets in the way of running processes: %s', (statement, rule) => {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const input = `-- owner: payment-requests\n-- expand\n${statement};\n`
  const { status, stdout } = spawnSync('squawk', ['--reporter', 'gcc'], { cwd, input, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, expect.stringContaining(rule)])
})
