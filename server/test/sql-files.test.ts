/** The files of the areas are the whole of what a database holds beside its tables, and applying them gets in nobody's way. */
import { globSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MODULES } from '../../tools/check/modules/modules.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { applySql, SQL_FILES } from '../src/platform/postgres/apply-sql.ts'
import { migrate, missingMigrations } from '../src/platform/postgres/migrate.ts'
import { BASELINE } from '../src/platform/postgres/migration-files.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

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
