import {
  COOLING_OFF_S,
  RECIPIENT_VERSION_NEXT,
  RECIPIENT_VERSION_STATUSES,
  type RecipientVersionStatus,
} from '@pursestrings/contract/recipients/records'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestMigration } from '../src/platform/postgres/migration-files.ts'
import {
  APP_ROLE,
  createPool,
  LostSettings,
  OPERATOR_ROLE,
  SYSTEM_ROLE,
  WORKER_ROLE,
  WrongRole,
} from '../src/platform/postgres/pool.ts'
import { poolsOf } from '../src/platform/postgres/pools.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { createLogin, createLogins, createTestDatabase, type Logins, onServer, type TestDatabase } from './database.ts'
import {
  attemptAsRoles,
  attemptsThatFailAnyway,
  FORBIDDEN_SETTINGS,
  forbiddenToPayees,
  payeesInEveryState,
} from './forbidden-writes.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

/** Application, system, worker and operator have a login each, which can do what its pool does and no more. */
describe('logins', () => {
  let database: TestDatabase
  let logins: Logins
  beforeAll(async () => {
    database = await createTestDatabase()
    logins = await createLogins(database.url)
  })
  afterAll(async () => {
    await database.drop()
    await logins.drop()
  })

  const urls = () => ({
    app: logins.settings.DATABASE_URL,
    system: logins.settings.DATABASE_SYSTEM_URL,
    worker: logins.settings.DATABASE_WORKER_URL,
    operator: logins.settings.DATABASE_OPERATOR_URL,
  })

  test('with three logins the whole service works: sign-in, its mail by a job, a tenant’s change', async () => {
    const own = await createTestDatabase()
    const theirs = await createLogins(own.url)
    const { DATABASE_OWNER_URL: _owner, ...settings } = theirs.settings
    const world = await startWorld(settings)
    const operator = await newOperator(world)
    const renamed = await operator.call('PATCH', `/v1/merchants/${operator.merchant_id}`, {
      body: { name: 'Renamed', version: 1 },
    })
    expect(renamed.json.merchant.name).toBe('Renamed')
    const { rows } = await own.admin.query(`select distinct usename, application_name from pg_stat_activity
    where datname = current_database() and application_name like 'pursestrings %' order by 2`)
    expect(rows).toEqual([
      {
        usename: new URL(theirs.settings.DATABASE_URL).username,
        application_name: `pursestrings app ${newestMigration()}`,
      },
      {
        usename: new URL(theirs.settings.DATABASE_SYSTEM_URL).username,
        application_name: `pursestrings system ${newestMigration()}`,
      },
      {
        usename: new URL(theirs.settings.DATABASE_WORKER_URL).username,
        application_name: `pursestrings worker ${newestMigration()}`,
      },
    ])
    await world.stop()
    await own.drop()
    await theirs.drop()
  })

  test('production takes the four logins, each for its own pool', async () => {
    const pools = poolsOf({ urls: urls(), max: 2, production: true })
    for (const name of ['app', 'system', 'worker', 'operator'] as const) await pools.open(name)
    await pools.end()
  })

  test.each([
    ['app', 'DATABASE_URL', 'in role pursestrings_app, pursestrings_system', 'can become pursestrings_system'],
    ['app', 'DATABASE_URL', 'in role pursestrings_app, pursestrings_owner', 'can become pursestrings_creator'],
    ['app', 'DATABASE_URL', 'in role pursestrings_app, pg_read_all_data', 'can become pg_read_all_data'],
    ['app', 'DATABASE_URL', 'createrole in role pursestrings_app', 'may create roles'],
    [
      'system',
      'DATABASE_SYSTEM_URL',
      'in role pursestrings_worker, pursestrings_app',
      'can become pursestrings_worker',
    ],
    ['worker', 'DATABASE_WORKER_URL', 'bypassrls in role pursestrings_worker, pursestrings_app', 'row-level security'],
    [
      'operator',
      'DATABASE_OPERATOR_URL',
      'in role pursestrings_operator, pursestrings_app',
      'can become pursestrings_app',
    ],
    ['operator', 'DATABASE_OPERATOR_URL', 'in role pursestrings_worker', 'cannot become pursestrings_operator'],
    ['system', 'DATABASE_SYSTEM_URL', 'in role pursestrings_app', 'cannot become pursestrings_system'],
  ] as const)(
    'production refuses for the %s a login of %s made with "%s": it %s',
    async (name, setting, roles, why) => {
      const login = await createLogin(database.url, roles)
      const pools = poolsOf({ urls: { ...urls(), [name]: login.url }, max: 1, production: true })
      const refused = pools.open(name)
      await expect(refused).rejects.toThrow(why)
      await expect(refused).rejects.toThrow(`The login of ${setting}`)
      await pools.end()
      await onServer(`drop role ${login.name}`)
    },
  )

  test('a grant to the login itself, beside its role, is refused too', async () => {
    const login = await createLogin(database.url, 'in role pursestrings_app')
    await database.admin.query(`grant select on merchants to ${login.name}`)
    const pools = poolsOf({ urls: { ...urls(), app: login.url }, max: 1, production: true })
    await expect(pools.open('app')).rejects.toThrow('holds grants of its own on merchants')
    await pools.end()
    await database.admin.query(`revoke all on merchants from ${login.name}`)
    await onServer(`drop role ${login.name}`)
  })

  test('the login of the application can become neither the system nor the worker, nor leave for more than it is', async () => {
    const client = new pg.Client({ connectionString: urls().app })
    await client.connect()
    for (const role of [SYSTEM_ROLE, WORKER_ROLE, OPERATOR_ROLE, 'pursestrings_owner', 'pursestrings_creator']) {
      await expect(client.query(`set role ${role}`)).rejects.toMatchObject({ code: '42501' })
    }
    await client.end()
  })

  test('a connection that does not show its role is dropped before anybody uses it', async () => {
    // As a pooler does that leaves out the start-up options: the login's own setting wins.
    const login = await createLogin(database.url, 'in role pursestrings_app, pursestrings_system')
    const pool = createPool({ url: login.url, max: 1, application_name: 'test' })
    await pool.query('select')
    await pool.end()
    const lost = createPool({
      url: `${login.url}?options=-c%20role%3D${SYSTEM_ROLE}`,
      max: 1,
      application_name: 'test',
    })
    await expect(lost.query('select 1')).rejects.toBeInstanceOf(WrongRole)
    await expect(lost.connect()).rejects.toThrow(`works as ${SYSTEM_ROLE} instead of ${APP_ROLE}`)
    expect(lost.totalCount).toBe(0)
    await lost.end()
    for (const left of ['-c statement_timeout=5000', '-c synchronous_commit=on']) {
      const options = encodeURIComponent(`-c role=${APP_ROLE} -c synchronous_commit=off -c statement_timeout=0 ${left}`)
      const unlimited = createPool({ url: `${login.url}?options=${options}`, max: 1, application_name: 'test' })
      await expect(unlimited.query('select 1')).rejects.toBeInstanceOf(LostSettings)
      await unlimited.end()
    }
    await onServer(`drop role ${login.name}`)
  })

  test('a tenant asks for jobs of its own and sees none; the system asks and sees none; the worker sees them', async () => {
    const { app, system, worker } = urls()
    const pool = createPool({ url: app, max: 1, application_name: 'test' })
    const { asTenant } = transactionsOn(pool)
    const [mine, theirs] = [newUuid(), newUuid()]
    const ask = (queue: string, merchant_id: string) =>
      asTenant(mine, ({ client }) =>
        client.query('select pgboss.enqueue_own_jobs($1, array[$2::jsonb])', [queue, JSON.stringify({ merchant_id })]),
      )
    await ask('letters', mine)
    await expect(ask('letters', theirs)).rejects.toMatchObject({ code: '42501' })
    await expect(ask('sign-in-mail', mine)).rejects.toMatchObject({ code: '42501' })
    const forbidden = [
      'select data from pgboss.job',
      "update pgboss.job set data = '{}'",
      'delete from pgboss.job',
      "insert into pgboss.job (name) values ('letters')",
      "select pgboss.create_queue('mine', '{}')",
    ]
    const system_pool = createPool({ url: system, max: 1, application_name: 'test', role: SYSTEM_ROLE })
    for (const statement of forbidden) {
      await expect(asTenant(mine, ({ client }) => client.query(statement))).rejects.toMatchObject({ code: '42501' })
      await expect(system_pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
    const all = "select pgboss.enqueue_jobs('webhook-events', array['{}'::jsonb])"
    await expect(asTenant(mine, ({ client }) => client.query(all))).rejects.toMatchObject({ code: '42501' })
    const worker_pool = createPool({ url: worker, max: 1, application_name: 'test', role: WORKER_ROLE })
    expect((await worker_pool.query('select data from pgboss.job')).rows).toEqual([{ data: { merchant_id: mine } }])
    for (const one of [pool, system_pool, worker_pool]) await one.end()
  })
})

/** The rules of payees, evidence and time are the database's own: no role can go around them, whatever a statement says. */
describe('forbidden writes', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, ...FORBIDDEN_SETTINGS })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  test('the database knows the same moves of a version as the contract', async () => {
    for (const previous of RECIPIENT_VERSION_STATUSES) {
      for (const next of RECIPIENT_VERSION_STATUSES) {
        const { rows } = await world.database.admin.query('select recipient_version_may_follow($1, $2) as may', [
          previous,
          next,
        ])
        const may = (RECIPIENT_VERSION_NEXT[previous] as readonly RecipientVersionStatus[]).includes(next)
        expect([previous, next, rows[0].may]).toEqual([previous, next, may])
      }
    }
  })

  test('the database lets the same networks cool off, for as long as the contract says', async () => {
    for (const network of ALL_NETWORK_NAMES) {
      const { rows } = await world.database.admin.query(
        'select extract(epoch from cooling_off_of($1))::int as cools_s',
        [network],
      )
      expect([network, rows[0].cools_s]).toEqual([network, networkOf(network).testnet ? null : COOLING_OFF_S])
    }
  })

  test('no role makes a write that is not granted to it, nor one that the rules of payees and evidence forbid', async () => {
    const payees = await payeesInEveryState(world, web)
    const semantic = forbiddenToPayees(payees)
    expect(await attemptsThatFailAnyway(world.database.url, semantic)).toEqual([])
    const { attempts, succeeded } = await attemptAsRoles(world.database.url, payees.merchant_id, semantic)
    expect(succeeded).toEqual([])
    expect(attempts).toBeGreaterThan(2_000)
  })

  test('of what is evidence a tenant writes every column but the time', async () => {
    for (const [table, at] of [
      ['audit_events', 'occurred_at'],
      ['recipient_evidence', 'created_at'],
      ['late_reports', 'reported_at'],
      ['automation_policy_changes', 'occurred_at'],
      ['agent_payment_events', 'occurred_at'],
    ]) {
      const { rows } = await world.database.admin.query(
        `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and not has_column_privilege('pursestrings_app', attrelid, attnum, 'insert')`,
        [table],
      )
      // A migration that adds a column grants it, too: `grant insert (…) on … to pursestrings_app`.
      expect([table, rows]).toEqual([table, [{ attname: at }]])
    }
  })

  test('the rules of payees hold for a superuser too, who has not turned the triggers off', async () => {
    const { rows } = await world.database.admin.query(
      "select recipient_version_id as id from recipient_versions where status = 'retired'",
    )
    const revived = world.database.admin.query(
      "update recipient_versions set status = 'draft' where recipient_version_id = $1",
      [rows[0].id],
    )
    await expect(revived).rejects.toThrow('does not go from retired to draft')
  })
})
