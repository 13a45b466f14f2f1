/** Unknown is said as unknown, and absent as absent: what a caller learns when the database is in trouble. */
import { expect, test } from 'vitest'
import { commit, DEADLINE_MS, OutcomeUnknown } from '../src/platform/postgres/commit.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { createTestDatabase, onServer } from './database.ts'
import { newOperator } from './operator.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

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
  expect((await world.call('GET', '/ready')).json.error.code).toBe('service_unavailable')
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
    expect([code, status, json.error.code, headers.get('retry-after')]).toEqual([code, 503, 'service_unavailable', '1'])
    const lines = () => world.log.filter((line) => line.includes(`"database_code":"${code}"`))
    await until(() => lines().length > 0)
    expect(lines()).toHaveLength(1)
  }
  await world.stop()
})
