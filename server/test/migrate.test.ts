import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { MODULES } from '../../tools/check/modules/modules.ts'
import { rebuildIfOther } from '../../tools/dev/rebuild-database.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/http/log.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { applyMigrations, OtherBaseline } from '../src/platform/postgres/apply-migrations.ts'
import { applySql, SQL_FILES } from '../src/platform/postgres/apply-sql.ts'
import { migrate, missingMigrations } from '../src/platform/postgres/migrate.ts'
import { BASELINE, migrationNames, readMigrations } from '../src/platform/postgres/migration-files.ts'
import { startService } from '../src/service.ts'
import { createTestDatabase, onServer, type TestDatabase } from './database.ts'
import { PRODUCTION } from './process.ts'
import { until } from './until.ts'

/** Migrations are safe to run by everybody at once, and a service never starts on a database that lacks one. */
describe('migrate', () => {
  const emptyDatabase = async (name: string): Promise<string> => {
    await onServer(`create database ${name}`)
    const url = new URL(inject('admin_url'))
    url.pathname = `/${name}`
    return url.href
  }

  test('eight migrations of one empty database at once apply every file once', async () => {
    const name = `${inject('template')}_migrate`
    const url = await emptyDatabase(name)
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url, installJobs)))
    expect(applied.flat().toSorted()).toEqual([...migrationNames(), ...SQL_FILES].toSorted())
    expect(await migrate(url, installJobs)).toEqual([])
    await onServer(`drop database ${name} with (force)`)
  })

  test('a service refuses to start on a database that was not migrated, and says what to do', async () => {
    const name = `${inject('template')}_empty`
    const url = await emptyDatabase(name)
    await migrate(url, installJobs)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("delete from pursestrings.applied_sql where file = 'baseline/payees.sql'")
    await client.end()
    const config = readConfig({ DATABASE_URL: url, ENVIRONMENT: 'development', PORT: '0' })
    const started = startService({ config, log: createLog('silent'), api: true, worker: true })
    await expect(started).rejects.toThrow(
      'the database lacks server/schema/baseline/payees.sql: run `pursestrings-server migrate` first',
    )
    await onServer(`drop database ${name} with (force)`)
  })

  test('production refuses a login that is stronger than row-level security', async () => {
    const url = new URL(inject('admin_url'))
    url.pathname = `/${inject('template')}`
    const config = readConfig({
      DATABASE_URL: url.href,
      ...PRODUCTION,
      ENVIRONMENT: 'production',
      FACTS_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
      WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 2).toString('base64url')}`,
    })
    const started = startService({ config, log: createLog('silent'), api: true, worker: false })
    await expect(started).rejects.toThrow('is a superuser or bypasses row-level security')
  })
})

/** Migrations of a filled database in use: each whole or not at all, in nobody's way for long, and never changed afterwards. */
describe('apply migrations', () => {
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
    const unique = {
      '9001_a.sql': '-- online\ncreate unique index concurrently if not exists one_note on notes (note);',
    }
    await expect(apply(unique)).rejects.toThrow('could not create unique index')
    await expect(apply(unique)).rejects.toThrow('could not create unique index')
    await client.query('delete from notes a using notes b where a.ctid < b.ctid and a.note = b.note')
    expect(await apply(unique)).toEqual(['9001_a.sql'])
    expect(
      (await client.query(`select indisvalid from pg_index where indexrelid = 'one_note'::regclass`)).rows,
    ).toEqual([{ indisvalid: true }])
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
})

/** The files of the areas are the whole of what a database holds beside its tables, and applying them gets in nobody's way. */
describe('sql files', () => {
  // What a database holds beside its tables: functions, views, triggers, policies and grants, as sorted lines.

  const ACL = (acl: string, kind: string, owner: string): string =>
    `(select string_agg(concat(case grantee when 0 then 'public' else grantee::regrole::text end, ' ', privilege_type), ', '
    order by grantee, privilege_type) from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))))`

  const LINES = `
  select concat('function ', pg_get_functiondef(p.oid), ' owner ', proowner::regrole, ' for ', ${ACL('proacl', 'f', 'proowner')})
    from pg_proc p where pronamespace = 'pursestrings'::regnamespace
  union all select concat('view ', relname, ' ', reloptions, ' ', pg_get_viewdef(oid))
    from pg_class where relnamespace = 'pursestrings'::regnamespace and relkind = 'v'
  union all select concat('trigger ', pg_get_triggerdef(t.oid), ' ', tgenabled)
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace = 'pursestrings'::regnamespace and not tgisinternal
  union all select concat('policy ', p.*) from pg_policies p where schemaname = 'pursestrings'
  union all select concat('table ', relname, ' ', relrowsecurity, relforcerowsecurity, ' for ', ${ACL('relacl', 'r', 'relowner')})
    from pg_class where relnamespace = 'pursestrings'::regnamespace and relkind in ('r', 'p', 'v')
  union all select concat('column ', relname, '.', attname, ' for ', ${ACL('attacl', 'c', 'relowner')})
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where relnamespace = 'pursestrings'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
  union all select concat('schema for ', ${ACL('nspacl', 'n', 'nspowner')}) from pg_namespace where nspname = 'pursestrings'`

  const catalogueOf = async (pool: pg.Pool): Promise<string[]> =>
    (await pool.query<{ line: string }>(`select line from (${LINES}) lines (line) order by 1`)).rows.map(
      ({ line }) => line,
    )

  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())

  test('every file of server/schema is applied, within an area in the order of its modules', () => {
    const files = globSync('*/*.sql', { cwd: new URL('../schema/', import.meta.url) })
    expect([...BASELINE, ...SQL_FILES].toSorted()).toEqual(files.toSorted())
    // Within a module the files choose: one uses functions of those before it.
    const applied = SQL_FILES.map((file) => MODULES.findIndex(({ name }) => name === file.split(/[/.]/)[1]))
    const areas = Map.groupBy(applied, (place) => MODULES[place]?.at.split('/')[2])
    for (const places of areas.values()) expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  /** Of each kind, the statements that remove all; functions in a generated column cannot go. */
  const REMOVE = [
    `select format('drop policy %I on %I', policyname, tablename) as statement from pg_policies
    where schemaname = 'pursestrings'`,
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger t
    join pg_class c on c.oid = tgrelid where not tgisinternal and relnamespace = 'pursestrings'::regnamespace`,
    `select format('drop view if exists %I cascade', relname) as statement from pg_class
    where relkind = 'v' and relnamespace = 'pursestrings'::regnamespace`,
    `select format('revoke all on all tables in schema pursestrings from %I', rolname) as statement from pg_roles
    where rolname in ('pursestrings_app', 'pursestrings_system', 'pursestrings_creator', 'pursestrings_operator')`,
    `select format('drop function if exists %s cascade', p.oid::regprocedure) as statement from pg_proc p
    where pronamespace = 'pursestrings'::regnamespace and prokind = 'f' and not exists (
      select from pg_depend d where d.refobjid = p.oid and d.classid = 'pg_attrdef'::regclass)`,
  ]

  test('functions, views, triggers, policies and grants that are gone all come back', async () => {
    const whole = await catalogueOf(database.admin)
    for (const query of REMOVE) {
      const { rows } = await database.admin.query<{ statement: string }>(query)
      expect([query, rows.length > 0]).toEqual([query, true])
      for (const { statement } of rows) await database.admin.query(statement)
    }
    expect((await catalogueOf(database.admin)).length).toBeLessThan(whole.length / 1.05)
    await database.admin.query("delete from applied_sql where file not like 'baseline/%'")
    expect(await migrate(database.url, installJobs)).toEqual(SQL_FILES)
    expect(await catalogueOf(database.admin)).toEqual(whole)
  })

  test('what somebody changed by hand is put back by the next change of its file', async () => {
    const whole = await catalogueOf(database.admin)
    await database.admin.query(`drop policy tenant on connections;
    create policy tenant on connections to pursestrings_app using (true) with check (merchant_id = tenant());
    drop trigger facts_stay on payment_requests;
    create trigger facts_stay before delete on payment_requests for each row when (false) execute function refuse_change();
    grant delete, update (amount) on payment_requests to pursestrings_app`)
    await database.admin.query("delete from applied_sql where file not like 'baseline/%'")
    await migrate(database.url, installJobs)
    expect(await catalogueOf(database.admin)).toEqual(whole)
  })

  test('with nothing new a migrate waits for no lock, and files that changed nothing wait for no writer', async () => {
    const other = new pg.Client({ connectionString: database.url, options: '-c search_path=pursestrings' })
    await other.connect()
    const { rows } = await database.admin.query<{ tables: string }>(
      `select string_agg(relname, ', ') as tables from pg_class
      where relkind = 'r' and relnamespace = 'pursestrings'::regnamespace and relname <> 'applied_sql'`,
    )
    await other.query(`begin; lock table ${rows[0]?.tables} in access exclusive mode`)
    expect(await migrate(database.url, installJobs)).toEqual([])
    await other.query(`rollback; begin; lock table ${rows[0]?.tables} in row exclusive mode`)
    await database.admin.query("delete from applied_sql where file not like 'baseline/%'")
    expect(await migrate(database.url, installJobs).catch(String)).toEqual(SQL_FILES)
    await other.end()
  })

  test('a build starts where its files were applied once, be it before those of a newer build, and not before', async () => {
    const client = await database.admin.connect()
    await applySql(client, [{ file: 'connections/agents.sql', text: 'select 1', checksum: 'of a newer build' }])
    client.release()
    expect(await missingMigrations(database.admin)).toEqual([])
    await database.admin.query(
      `update applied_sql set checksum = 'of another build' where file = 'connections/pairing.sql'`,
    )
    expect(await missingMigrations(database.admin)).toEqual(['server/schema/connections/pairing.sql'])
    expect(await migrate(database.url, installJobs)).toEqual(['connections/agents.sql', 'connections/pairing.sql'])
  })

  test('the version before, when it is started again, leaves what a newer one replaced, and says so', async () => {
    const told: string[] = []
    const migrateAs = (version: string) =>
      migrate(database.url, installJobs, { version, onNewer: (newer) => told.push(`${version}: ${newer}`) })
    const client = await database.admin.connect()
    for (const version of ['0.9.0', '0.10.0']) expect(await migrateAs(version)).toEqual([])
    await applySql(client, [{ file: 'connections/agents.sql', text: 'select 1', checksum: 'of 0.10.0' }])
    client.release()
    expect([await migrateAs('0.9.0'), told]).toEqual([[], ['0.9.0: 0.10.0']])
    expect(await missingMigrations(database.admin)).toEqual([])
    expect([await migrateAs('0.10.1'), told.length]).toEqual([['connections/agents.sql'], 1])
  })
})

/** `npm run dev` makes a database again that another baseline made, and never one that somebody named. */
describe('rebuild database', () => {
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
})
