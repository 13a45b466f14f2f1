import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Asking, askingOver, freshKey, newAsking } from './asking.ts'
import { belongingsOf } from './belongings.ts'
import { newConnection } from './connection.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

/** What the database itself holds of I7, read from its catalogue: no table can be forgotten. */
describe('tenancy', () => {
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
    'payment_authorizations',
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
})

/** What the database itself holds of a wallet's rows, read from its catalogue: a wallet can neither see nor write another's. */
describe('wallet rows', () => {
  let database: TestDatabase
  let app: pg.Pool
  beforeAll(async () => {
    database = await createTestDatabase()
    app = createPool({ url: database.url, max: 1, application_name: 'test' })
  })
  afterAll(async () => {
    await app.end()
    await database.drop()
  })

  /** Everything else is shared by the devices of a wallet. */
  const OF_ONE_DEVICE = ['device_keys', 'device_codes', 'device_tokens', 'payment_decisions', 'push_subscriptions']

  const rows = async (query: string) => (await database.admin.query(query)).rows

  test('every table that names a device lets a wallet see and write its own rows alone', async () => {
    const policies = await rows(`select tablename, cmd, permissive, qual, with_check from pg_policies
    where schemaname = 'pursestrings' and policyname = 'wallet' order by tablename`)
    expect(policies.map((p) => p.tablename)).toEqual(
      expect.arrayContaining(['connections', 'device_tokens', 'devices']),
    )
    const all = (rule: string) => ({ cmd: 'ALL', permissive: 'PERMISSIVE', qual: rule, with_check: rule })
    const own = all('(device_id = device())')
    const shared = all('(device_id = wallet())')
    const expected: Record<string, object> = {
      devices: all('((wallet() = device_id) OR (wallet() = wallet_id))'),
      ...Object.fromEntries(OF_ONE_DEVICE.map((table) => [table, own])),
      // What a stop pauses, and its undoing resumes, is written down for each policy of the wallet.
      automation_policy_changes: {
        cmd: 'INSERT',
        permissive: 'PERMISSIVE',
        qual: null,
        with_check: expect.stringMatching(/'paused'.*'resumed'.*\(p\.device_id = wallet\(\)\)/s),
      },
    }
    for (const { tablename, ...policy } of policies) {
      expect([tablename, policy]).toEqual([tablename, expected[tablename as string] ?? shared])
    }
  })

  test('a wallet writes no row in the name of another', async () => {
    const [mine, theirs] = [newUuid(), newUuid()]
    const insert = (as: Uuid, table: string, values: string) =>
      transactionsOn(app).asWallet({ device_id: as, wallet_id: as }, ({ client }) =>
        client.query(`insert into ${table} values (${values})`),
      )
    const register = (as: Uuid, device: Uuid) =>
      insert(as, 'devices (device_id, name, platform)', `'${device}', 'A', 'ios'`)
    const issue = (as: Uuid, device: Uuid) =>
      insert(as, 'device_tokens (device_id, token_hash)', `'${device}', '\\x00'`)
    for (const write of [register, issue]) {
      await write(mine, mine)
      await expect(write(mine, theirs)).rejects.toMatchObject({ code: '42501' })
    }
    expect(await rows('select device_id from devices')).toEqual([{ device_id: mine }])
  })
})

/** A connection token reads the requests of its own connection, and of no other: not even of its own merchant. */
describe('requests of another connection', () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
    asking = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const NEVER_MADE = 'pr_01jcqr6t9vfj2t7b7zq5xv0m1n'

  test('another connection of the same agent and wallet reads no request of this one, by either of its ids', async () => {
    const { operator, agent, device, payee } = asking
    const beside = askingOver(await newConnection(world, { operator, agent, device }), payee)
    const chosen = `order.${freshKey()}`
    const made = [(await asking.asked()).request_id, (await asking.asked({ request_id: chosen })).request_id]
    const read = (by: Asking, id: string) =>
      by.call('GET', `/v1/payment-requests/${id}`, { headers: { 'x-request-id': 'alike' } })
    const absent = await read(beside, NEVER_MADE)
    expect([absent.status, absent.json.error.code]).toEqual([404, 'resource_not_found'])
    for (const id of made) {
      expect((await read(asking, id)).json.payment_request).toMatchObject({ connection_id: asking.connection_id })
      const answer = await read(beside, id)
      expect([id, answer.status, answer.text]).toEqual([id, 404, absent.text])
    }
  })
})
