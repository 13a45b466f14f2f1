/**
 * What an api and a worker cost while nothing happens: transactions and CPU of Node and PostgreSQL a second, with NATS and without.
 * And how soon a job starts that nobody rings for, as when NATS is down.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { installJobs } from '../../server/src/platform/jobs/jobs.ts'
import { migrate } from '../../server/src/platform/postgres/migrate.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { cpuSecondsOf, postgresAt } from './compare.ts'
import { startOwnPostgres } from './own-postgres.ts'

const SETTLE_S = Number(process.env.SETTLE_S ?? 20)
const MEASURED_S = Number(process.env.MEASURED_S ?? 60)
const JOBS = Number(process.env.JOBS ?? 100)
const TRANSACTIONS_MAX = 5
const CPU_MS_MAX = 5
const START_MS_MAX = 1_000
const NATS_URL = 'nats://127.0.0.1:4222'

export const run = async (): Promise<object> => {
  const postgres = await startOwnPostgres('128MB')
  await migrate(postgres.url, installJobs)
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const key = (name: string) => `${name}:${randomBytes(32).toString('base64url')}`
  const settings = {
    ENVIRONMENT: 'development',
    DATABASE_URL: postgres.url,
    PORT: '0',
    DRAIN_MS: '0',
    FACTS_KEYS: key('facts'),
    RECEIPT_KEYS: key('receipt'),
    PUSH_KEYS: key('push'),
    WEBHOOK_SECRET_KEYS: key('webhook'),
    LOG_KEY: randomBytes(32).toString('base64url'),
  }
  const processes: Process[] = []
  const end = async () => {
    for (const one of processes.splice(0)) await one.end()
  }
  const server = postgresAt(postgres.url)
  const look = async () => {
    const { rows } = await admin.query<{ n: number }>(
      'select sum(xact_commit + xact_rollback)::float8 as n from pg_stat_database',
    )
    return {
      transactions: rows[0]?.n ?? Number.NaN,
      node_s: processes.reduce((sum, one) => sum + cpuSecondsOf(one), 0),
      postgres_s: cpuSecondsOf(server),
      at: performance.now(),
    }
  }
  const idleWith = async (nats_url: string) => {
    await end()
    for (const role of ['api', 'worker'] as const)
      processes.push(await startProcess(role, { ...settings, NATS_URL: nats_url }))
    await pause(SETTLE_S * 1_000)
    const before = await look()
    await pause(MEASURED_S * 1_000)
    const after = await look()
    const passed_s = (after.at - before.at) / 1_000
    const per_s = (of: 'transactions' | 'node_s' | 'postgres_s', times: number) =>
      Math.round(((after[of] - before[of]) / passed_s) * times * 10) / 10
    return {
      transactions_per_s: per_s('transactions', 1),
      node_ms_per_s: per_s('node_s', 1_000),
      postgres_ms_per_s: per_s('postgres_s', 1_000),
    }
  }
  try {
    const with_nats = await idleWith(NATS_URL)
    const without_nats = await idleWith('')
    const starts = await jobStarts(admin)
    const met =
      [with_nats, without_nats].every(
        ({ transactions_per_s, node_ms_per_s, postgres_ms_per_s }) =>
          transactions_per_s <= TRANSACTIONS_MAX && node_ms_per_s + postgres_ms_per_s <= CPU_MS_MAX,
      ) && starts.job_start_p99_ms <= START_MS_MAX
    return { met, with_nats, without_nats, ...starts }
  } finally {
    await end()
    await admin.end()
    postgres.stop()
  }
}

/** Asked for by another session, at uneven moments. */
const jobStarts = async (admin: pg.Client): Promise<{ job_start_p50_ms: number; job_start_p99_ms: number }> => {
  for (let n = 0; n < JOBS; n++) {
    await pause(Math.random() * 500)
    await admin.query(`select pgboss.enqueue_jobs('refused-attempts', array['{}'::jsonb])`)
  }
  await pause(3_000)
  const { rows } = await admin.query<{ ms: number }>(
    `select extract(epoch from started_on - created_on)::float8 * 1000 as ms from pgboss.job
      where name = 'refused-attempts' and started_on is not null order by ms`,
  )
  if (rows.length < JOBS) throw new Error(`only ${rows.length} of ${JOBS} jobs were started`)
  const at = (part: number) => Math.round(rows[Math.ceil(rows.length * part) - 1]?.ms as number)
  return { job_start_p50_ms: at(0.5), job_start_p99_ms: at(0.99) }
}
