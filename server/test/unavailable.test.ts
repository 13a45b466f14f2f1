import { setTimeout as pause } from 'node:timers/promises'
import { serviceUnavailable } from '@pursestrings/contract/transport-errors'
import { newUuid } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../tests/bench/own-postgres.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { checkConfig } from '../src/commands/check-config.ts'
import { watchReadiness } from '../src/platform/health/check-readiness.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { commit, DEADLINE_MS, isUnavailable, OutcomeUnknown, whenAnswering } from '../src/platform/postgres/commit.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { createPool, ReadOnlyServer } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import type { Refusal } from '../src/platform/refusal.ts'
import { call } from './call.ts'
import { createTestDatabase, onServer, type TestDatabase } from './database.ts'
import { type DatabaseCutter, startDatabaseCutter } from './database-cutter.ts'
import { RECEIPT_KEYS } from './ledger-world.ts'
import { newOperator } from './operator.ts'
import { startProcess } from './process.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** Unknown is said as unknown, and absent as absent: what a caller learns when the database is in trouble. */
describe('unavailable', () => {
  /** A deferred trigger makes COMMIT itself wait, as it does for a standby that is away. */
  const slowCommit = `create function pg_temp.slow() returns trigger language plpgsql as
  'begin perform pg_sleep(3); return null; end';
  create temp table slow_t (x int);
  create constraint trigger slow_c after insert on slow_t deferrable initially deferred
    for each row execute function pg_temp.slow();
  insert into slow_t values (1)`

  test('a COMMIT that does not answer in time is an unknown outcome, and its connection is dropped', async () => {
    const database = await createTestDatabase()
    const client = await database.admin.connect()
    client.on('error', () => {})
    await client.query(`begin; ${slowCommit}`)
    await expect(commit(client, 100)).rejects.toBeInstanceOf(OutcomeUnknown)
    client.release(true)
    await database.drop()
  })

  test('a COMMIT whose connection is cut is an unknown outcome: 503 outcome_unknown, safe to send again', async () => {
    const world = await startWorld()
    const operator = await newOperator(world)
    await world.database.admin.query(`
    create function wait_at_commit() returns trigger language plpgsql as 'begin perform pg_sleep(30); return null; end';
    create constraint trigger wait_at_commit after insert on audit_events deferrable initially deferred
      for each row execute function wait_at_commit()`)
    const rename = operator.call('PATCH', `/v1/merchants/${operator.merchant_id}`, { body: { name: 'X', version: 1 } })
    const cut = async () => {
      const { rows } = await world.database.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event = 'PgSleep'`,
      )
      return rows.length > 0
    }
    await until(cut)
    const answer = await rename
    expect([answer.status, answer.json.error.code]).toEqual([503, 'outcome_unknown'])
    await world.stop()
  })

  test('while the database takes no connections calls are refused as unavailable, and served again afterwards', async () => {
    const world = await startWorld()
    const operator = await newOperator(world)
    const name = new URL(world.database.url).pathname.slice(1)
    await onServer(`alter database ${name} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const away = await operator.call('GET', '/v1/merchants')
    expect([away.status, away.json.error.code, away.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '1',
    ])
    await until(async () => (await world.call('GET', '/ready')).status === 503)
    const { error } = (await world.call('GET', '/ready')).json
    expect(error.code).toBe('service_unavailable')
    expect(error.message).toMatch(
      /^PostgreSQL has not answered since \d{4}-\d\d-\d\dT[\d:]{8}Z: it answered with 55000\.$/,
    )
    expect((await world.call('GET', '/health')).status).toBe(200)
    await onServer(`alter database ${name} allow_connections true`)
    await until(async () => (await operator.call('GET', '/v1/merchants')).status === 200)
    await world.stop()
  })

  test('a transaction that failed is never acknowledged as committed', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 1, application_name: 'test' })
    const swallowed = transactionsOn(pool).asSystem(async ({ client }) => {
      await client.query('select 1/0').catch(() => {})
    })
    await expect(swallowed).rejects.toThrow('rolled back')
    await pool.end()
    await database.drop()
  })

  test('hints are given after a commit and never after a rollback', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 1, application_name: 'test' })
    const { asSystem } = transactionsOn(pool)
    const hints: string[] = []
    await asSystem(async (tx) => tx.afterCommit(() => hints.push('kept')))
    await asSystem(async (tx) => {
      tx.afterCommit(() => hints.push('lost'))
      throw new Error('no')
    }).catch(() => {})
    expect(hints).toEqual(['kept'])
    await pool.end()
    await database.drop()
  })

  test('a hint that fails after the commit cannot fail the call, nor keep the next hint from being given', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 1, application_name: 'test' })
    const faults: unknown[] = []
    const { asSystem } = transactionsOn({ app: pool, system: pool, onHintFault: (fault) => faults.push(fault) })
    const notification = new Error('the notification is broken')
    const hints: string[] = []
    const answer = await asSystem(async (tx) => {
      tx.afterCommit(() => {
        throw notification
      })
      tx.afterCommit(() => hints.push('given'))
      return 'kept'
    }).catch((failed: unknown) => failed)
    expect([answer, hints, faults]).toEqual(['kept', ['given'], [notification]])
    await pool.end()
    await database.drop()
  })

  test('a commit is given longer than the server gives a statement', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 1, application_name: 'test' })
    const { rows } = await pool.query("select setting::int as ms from pg_settings where name = 'statement_timeout'")
    expect(DEADLINE_MS).toBeGreaterThan(rows[0].ms)
    await pool.end()
    await database.drop()
  })

  test('trouble of the database is a 503 to send again, logged once with its code', async () => {
    const world = await startWorld()
    const operator = await newOperator(world)
    await world.database.admin.query(`
    create function trouble() returns trigger language plpgsql as $$ begin end $$;
    create trigger trouble before insert on audit_events for each row execute function trouble()`)
    for (const code of ['40P01', '40001', '55P03', '57014', '23S01']) {
      await world.database.admin.query(`create or replace function trouble() returns trigger language plpgsql as
      $$ begin raise exception 'trouble' using errcode = '${code}'; end $$`)
      const renamed = await operator.call('PATCH', `/v1/merchants/${operator.merchant_id}`, {
        body: { name: 'X', version: 1 },
      })
      const { status, headers, json } = renamed
      expect([code, status, json.error.code, headers.get('retry-after')]).toEqual([
        code,
        503,
        'service_unavailable',
        '1',
      ])
      const lines = () => world.log.filter((line) => line.includes(`"database_code":"${code}"`))
      await until(() => lines().length > 0)
      expect(lines()).toHaveLength(1)
    }
    await world.stop()
  })
})

/** A process starts with a database that answers late, says why it waits, and does not wait for what waiting cannot mend. */
describe('late database', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  })
  afterAll(() => world.stop())

  const urlAt = (port: number | string) =>
    Object.assign(new URL(world.database.url), { hostname: '127.0.0.1', port: String(port) }).href
  const waits = () => world.log.filter((line) => line.includes('the database does not answer yet'))

  /** What it says meanwhile names the database, and why and since when it is waited for; nobody reads an address there. */
  const startsOnce = async (
    settings: Record<string, string>,
    why: string,
    answers: () => Promise<unknown>,
  ): Promise<void> => {
    const before = waits().length
    let started = false
    const ops_port = await freePort()
    const starting = world.another({ ...settings, OPS_PORT: String(ops_port) }).then((service) => {
      started = true
      return service
    })
    await until(() => waits().length > before + 1)
    expect(started).toBe(false)
    const ops = `http://127.0.0.1:${ops_port}`
    const { status, json } = await call(ops, 'GET', '/ready')
    expect([status, json.error.message.replace(/\d{4}-\d\d-\d\dT[\d:]{8}Z/, 'then')]).toEqual([
      503,
      `This process is starting. PostgreSQL has not answered since then: ${why}.`,
    ])
    expect((await call(ops, 'GET', '/metrics')).text).toContain('svc_processes_ready{role="worker"} 0\n')
    expect((await call(ops, 'GET', '/health')).status).toBe(200)
    await answers()
    const { url } = await starting
    expect((await call(url as string, 'GET', '/ready')).status).toBe(200)
  }

  test('a database that takes connections and says nothing is asked again until it answers', async () => {
    const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
    cutter.silence(true)
    await startsOnce({ DATABASE_URL: urlAt(cutter.port) }, 'it says nothing', async () => cutter.heal())
    await cutter.stop()
  })

  test('a database that is not there yet is asked again until it is', async () => {
    const port = await freePort()
    let cutter: DatabaseCutter | undefined
    await startsOnce({ DATABASE_URL: urlAt(port) }, 'nobody listens at its address', async () => {
      cutter = await startDatabaseCutter(Number(new URL(world.database.url).port), port)
    })
    await cutter?.stop()
  })

  test.each([
    ['the migrations', 'applied_sql'],
    ['the worker', 'pgboss'],
  ])('a database that goes away during a start, at %s, is waited for as well', async (_what, statement) => {
    const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
    cutter.cut({ when: 'before', at: [statement], every: 1 })
    await startsOnce({ DATABASE_URL: urlAt(cutter.port) }, 'it ends its connections', async () => cutter.heal())
    await cutter.stop()
  })

  test('processes that wait for the same database do not ask in step', async () => {
    const began = performance.now()
    const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    const answeredAfter = async (): Promise<number> => {
      let asked = 0
      await whenAnswering(
        () => (++asked < 5 ? Promise.reject(gone) : Promise.resolve()),
        () => {},
      )
      return performance.now() - began
    }
    const times = await Promise.all(Array.from({ length: 20 }, answeredAfter))
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100)
  })

  test('whoever checks the settings gets a database that is starting, and hears why one does not answer', async () => {
    const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
    cutter.cut({ when: 'before', at: ['user'], every: 1 })
    const settings = { ...world.settings, DATABASE_URL: urlAt(cutter.port) }
    const checking = checkConfig(settings)
    await until(() => cutter.cuts() > 3)
    cutter.heal()
    expect((await checking).lines).toContain('  ok     DATABASE_URL')
    await cutter.stop()
    expect((await checkConfig(settings)).lines).toContainEqual(
      expect.stringMatching(/^ {2}failed DATABASE_URL: .*ECONNREFUSED/),
    )
  })

  test.each([
    ['login', { username: 'nobody_knows' }],
    ['database', { pathname: '/nowhere' }],
  ])('a %s that is not known is told at once', async (_what, wrong) => {
    const before = waits().length
    const url = Object.assign(new URL(world.database.url), wrong).href
    await expect(world.another({ DATABASE_URL: url })).rejects.toThrow('does not exist')
    expect(waits()).toHaveLength(before)
  })

  test('a worker whose database is away stops all the same, and need not be killed', async () => {
    const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
    const source = {
      name: 'north',
      operator: 'north',
      api: 'rpc',
      network: 'stellar_testnet',
      url: 'http://127.0.0.1:9/',
    }
    const process = await startProcess('worker', {
      ...world.settings,
      DATABASE_URL: urlAt(cutter.port),
      LEDGER_SOURCES: JSON.stringify([source]),
      RECEIPT_KEYS,
      LOG_LEVEL: 'info',
    })
    await cutter.stop()
    await process.end('SIGTERM')
    expect(process.output()).toContain('stopped with an error')
    expect(process.output()).not.toContain('not stopped in time')
  })

  test('migrate waits for its database, too', async () => {
    const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
    cutter.cut({ when: 'before', at: ['user'], every: 1 })
    const reasons: string[] = []
    const migrating = migrate(urlAt(cutter.port), installJobs, { onWait: ({ message }) => reasons.push(message) })
    await until(() => reasons.length > 1)
    cutter.heal()
    expect(await migrating).toEqual([])
    await cutter.stop()
  })
})

/** A database whose connections say nothing any more, and are not closed either, holds nobody for good. */
describe('silent database', () => {
  const SILENCE_MS = 300
  const SILENT_DEADLINE_MS = 20_000

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
      pause(SILENT_DEADLINE_MS, 'still waits'),
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
    const watch = watchReadiness({
      pool,
      notifications,
      state: () => 'serving',
      epoch: 1,
      behind: undefined,
      now: () => new Date(),
    })
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
})

/** What a cluster with a standby can do to a caller, on a PostgreSQL of the test's own: nothing unsafe counts as done. */
describe('standby', () => {
  let postgres: OwnPostgres
  let admin: pg.Pool
  beforeAll(async () => {
    postgres = await startOwnPostgres('32MB')
    admin = new pg.Pool({ connectionString: postgres.url, max: 2 })
    admin.on('error', () => {})
    await admin.query('create role pursestrings_app')
  })
  afterAll(async () => {
    await admin.end()
    postgres.stop()
  })

  test('a COMMIT whose wait for the standby was cancelled is an unknown outcome, though PostgreSQL calls it done', async () => {
    await admin.query("alter system set synchronous_standby_names = 'one_that_is_away'")
    await admin.query('select pg_reload_conf()')
    const client = await admin.connect()
    client.on('error', () => {})
    const cancel = async () => {
      const { rows } = await admin.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'",
      )
      return rows.length > 0
    }
    await client.query('begin; create table acknowledged (n int)')
    const [ended] = await Promise.allSettled([commit(client), until(cancel)])
    expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknown) })
    client.release(true)
    await admin.query('alter system reset synchronous_standby_names')
  })

  test('a standby is not asked: what it answers may be old', async () => {
    postgres.becomeStandby()
    const pool = createPool({ url: postgres.url, max: 1, application_name: 'test' })
    const [answer] = await Promise.allSettled([pool.query('select 1')])
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(ReadOnlyServer) })
    await pool.end()
  })
})
