/** What the database itself holds of I7, read from its catalogue: no table can be forgotten. */
import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { belongingsOf } from './belongings.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let app: pg.Pool
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  await belongingsOf(world, web, await newOperator(world))
  await newOperator(world)
  app = createPool({ url: world.database.url, max: 1, application_name: 'test' })
})
afterAll(async () => {
  await app.end()
  await world.stop()
  await web.stop()
})

/** Tables that no record of `belongingsOf` fills, or only in a while; the policies are checked above all the same. */
const EMPTY = [
  'late_reports',
  'payment_decisions',
  'settlement_findings',
  'settlements',
  'payer_proofs',
  'payee_openings',
  'log_pending',
  'audit_pending',
  'recipient_cooling_off',
  'payee_change_approvals',
  'audit_state',
  'audit_leaves',
  'audit_tiles',
  'audit_heads',
  'webhook_attempts',
  'webhook_due',
  'webhook_hours',
]

/** As text, or as bytes, which a dump shows in hex. */
const IN_CLEAR = new RegExp(`svc_[a-z]+_[0-9A-Za-z]{40}|${Buffer.from('svc_').toString('hex')}`)

const rows = async (query: string) => (await world.database.admin.query(query)).rows

/** Read through a view of their owner, who is subject to no policy here; the view itself shows one tenant's rows. */
const BY_VIEW: Readonly<Record<string, string>> = { payment_request_index: 'payment_request_entries' }

const tenantTables = async (): Promise<string[]> =>
  (
    await rows(`select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'pursestrings'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'merchant_id'
      order by 1`)
  ).map((r) => r.relname)

test('every tenant table has forced row-level security with one policy for all commands of the application', async () => {
  const tables = await tenantTables()
  expect(tables).toEqual(expect.arrayContaining(['audit_events', 'memberships', 'merchant_sessions', 'merchants']))
  for (const table of tables) {
    const [security] = await rows(`select relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner) as owner
      from pg_class where oid = 'pursestrings.${table}'::regclass`)
    expect([table, security]).toEqual([
      table,
      { relrowsecurity: true, relforcerowsecurity: !(table in BY_VIEW), owner: 'pursestrings_owner' },
    ])
    const policies = await rows(`select cmd, permissive, qual, with_check from pg_policies
      where schemaname = 'pursestrings' and tablename = '${table}' and 'pursestrings_app' = any(roles)
        and policyname <> 'wallet'`)
    expect([table, policies]).toEqual([
      table,
      [
        {
          cmd: 'ALL',
          permissive: 'PERMISSIVE',
          qual: '(merchant_id = tenant())',
          with_check: '(merchant_id = tenant())',
        },
      ],
    ])
  }
})

test("every primary and unique key of a tenant table begins with the tenant's id", async () => {
  const keys = await rows(`select c.relname, i.relname as key, a.attname as first
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where x.indisunique and c.relnamespace = 'pursestrings'::regnamespace`)
  const tenants = new Set(await tenantTables())
  for (const { relname, key, first } of keys) {
    // A digest of facts names its connection: nobody can take another tenant's, or learn of it.
    if (tenants.has(relname) && !key.endsWith('_facts_digest_idx')) expect([key, first]).toEqual([key, 'merchant_id'])
  }
})

test('the application and system roles own nothing, cannot log in, bypass nothing and create nothing', async () => {
  for (const role of ['pursestrings_app', 'pursestrings_system', 'pursestrings_operator']) {
    expect(
      await rows(`select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class where relowner = r.oid) as owns,
        has_schema_privilege(r.oid, 'pursestrings', 'create') as creates from pg_roles r where rolname = '${role}'`),
    ).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owns: 0,
        creates: false,
      },
    ])
  }
})

test('without a tenant the application reads and changes 0 rows of every tenant table', async () => {
  for (const table of await tenantTables()) {
    if (!EMPTY.includes(table))
      expect([table, await rows(`select count(*) > 0 as filled from ${table}`)]).toEqual([table, [{ filled: true }]])
    // Nothing, or not even the right to look: what only the observer of a ledger reads.
    for (const statement of [
      `select from ${table}`,
      `update ${table} set merchant_id = merchant_id`,
      `delete from ${table}`,
    ]) {
      const changed = await app.query(statement).then(
        (r) => r.rowCount,
        (e: { code: string }) => e.code,
      )
      expect([0, '42501']).toContain(changed)
    }
  }
})

test("a view runs with its caller's rights, or shows its caller's tenant only", async () => {
  const views =
    await rows(`select relname, coalesce(reloptions @> '{security_invoker=true}', false) as as_caller from pg_class
    where relnamespace = 'pursestrings'::regnamespace and relkind = 'v'`)
  expect(views.filter((v) => !v.as_caller).map((v) => v.relname)).toEqual(Object.values(BY_VIEW))
  const transactions = transactionsOn(app)
  for (const [table, view] of Object.entries(BY_VIEW)) {
    const [mine] = await rows(`select merchant_id from ${table}`)
    const theirs = (await rows('select merchant_id from merchants')).find((m) => m.merchant_id !== mine?.merchant_id)
    const seenBy = async (merchant_id: Uuid) =>
      (await transactions.asTenant(merchant_id, ({ client }) => client.query(`select merchant_id from ${view}`))).rows
    expect(await seenBy(mine?.merchant_id)).toContainEqual(mine)
    expect(await seenBy(theirs?.merchant_id)).toEqual([])
    expect((await app.query(`select from ${view}`)).rowCount).toBe(0)
  }
})

test('a tenant cannot write into another, and a pooled connection forgets whose it was', async () => {
  const transactions = transactionsOn(app)
  const { rows: merchants } = await world.database.admin.query('select merchant_id from merchants order by 1')
  const [mine, theirs] = merchants.map((m) => m.merchant_id)
  const seen = await transactions.asTenant(mine, ({ client }) => client.query('select merchant_id from merchants'))
  expect(seen.rows).toEqual([{ merchant_id: mine }])
  const table = 'memberships'
  const stolen = transactions.asTenant(mine, ({ client }) =>
    client.query(`insert into ${table} (merchant_id, account_id) values ($1, $2)`, [theirs, newUuid()]),
  )
  await expect(stolen).rejects.toMatchObject({ code: '42501' })
  expect((await app.query('select merchant_id from merchants')).rowCount).toBe(0)
})

test('no role of the service can change or remove an audit line', async () => {
  const transactions = transactionsOn(app)
  const { rows: events } = await world.database.admin.query('select merchant_id from audit_events')
  for (const statement of [
    "update audit_events set action = 'x.y'",
    'delete from audit_events',
    'truncate audit_events',
  ]) {
    const asTenant = transactions.asTenant(events[0].merchant_id, (tx) => tx.client.query(statement))
    await expect(asTenant).rejects.toMatchObject({ code: '42501' })
    await expect(transactions.asSystem((tx) => tx.client.query(statement))).rejects.toMatchObject({ code: '42501' })
  }
})

test('nothing that opens a route is kept in clear: a dump of every table holds no secret', async () => {
  const tables = await rows(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('pursestrings', 'pgboss')`)
  for (const { name } of tables) {
    const dump = await rows(`select t::text as line from ${name} t`)
    expect([name, dump.filter(({ line }) => IN_CLEAR.test(line))]).toEqual([name, []])
  }
})
