/** What a cluster with a standby can do to a caller, on a PostgreSQL of the test's own: nothing unsafe counts as done. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../tests/bench/own-postgres.ts'
import { commit, OutcomeUnknown } from '../src/platform/postgres/commit.ts'
import { createPool, ReadOnlyServer } from '../src/platform/postgres/pool.ts'
import { until } from './until.ts'

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
