/**
 * Where measurements are taken: a database of their own on a PostgreSQL with durable settings, filled with connections
 * that may create, and one api process (or API_PROCESSES of them) as production runs it, with logging, metrics, signed facts and
 * ledger sources (without these where PLAIN=1). All on loopback.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { installJobs } from '../../server/src/platform/jobs/jobs.ts'
import { migrate } from '../../server/src/platform/postgres/migrate.ts'
import { MAIN, startedAt } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import { type Process, postgresAt } from './compare.ts'
import { fillWithConnections } from './fill.ts'
import { PLAIN } from './fill-requests.ts'
import { startOwnPostgres } from './own-postgres.ts'

export interface Ground {
  readonly url: string
  readonly database_url: string
  readonly folder: string
  /** The api and PostgreSQL, for what a call costs them. */
  readonly api: Process
  readonly postgres: Process
  readonly admin: pg.Pool
  /** One line per connection, for the load generator: token, recipient id, version id. */
  readonly connections_file: string
  /** Connection → its token. */
  readonly tokens: ReadonlyMap<Uuid, string>
  stop(): Promise<void>
}

export const prepareGround = async (
  connections = 1_000,
  /** Of the database, beyond the defaults. */
  more: readonly string[] = [],
): Promise<Ground> => {
  const postgres = await startOwnPostgres('2GB', more)
  const name = 'svc_bench'
  const server = new pg.Client({ connectionString: postgres.url })
  await server.connect()
  await refuseUndurable(server)
  await server.query(`create database ${name}`)
  const database_url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  await migrate(database_url, installJobs)
  const admin = new pg.Pool({ connectionString: database_url, max: 2, options: '-c search_path=pursestrings' })
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-bench-'))
  const made = await fillWithConnections(admin, connections)
  const connections_file = join(folder, 'connections.txt')
  const lines = made.map((c) => `${c.token} ${idOf('rcp', c.recipient_id)} ${idOf('rcv', c.recipient_version_id)}`)
  writeFileSync(connections_file, `${lines.join('\n')}\n`)
  const api = await startApi(database_url, folder).catch(async (error: unknown) => {
    await Promise.all([admin.end(), server.end()])
    postgres.stop()
    throw error
  })
  return {
    url: api.url,
    database_url,
    folder,
    api: api.process,
    postgres: postgresAt(database_url),
    admin,
    connections_file,
    tokens: new Map(made.map((c) => [c.connection_id, c.token])),
    async stop() {
      await api.stop()
      await admin.end()
      await server.end()
      postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const refuseUndurable = async (client: pg.Client): Promise<void> => {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query(`show ${setting}`)
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is off: a figure taken so would say nothing`)
  }
}

/** An api shows what the ledger said, and asks nobody: workers do. */
export const LEDGER = {
  LEDGER_SOURCES: JSON.stringify([
    { name: 'one', operator: 'one', api: 'rpc', network: 'stellar_testnet', url: 'http://127.0.0.1:9' },
  ]),
  RECEIPT_KEYS: `receipt-1:${randomBytes(32).toString('base64url')}`,
}

/** What an api is started with. */
export const settingsOf = (database_url: string): Record<string, string> => ({
  ENVIRONMENT: 'development',
  DATABASE_URL: database_url,
  PORT: '0',
  DRAIN_MS: '0',
  FACTS_KEYS: `bench:${randomBytes(32).toString('base64url')}`,
  WEBHOOK_SECRET_KEYS: `bench:${randomBytes(32).toString('base64url')}`,
  RATE_LIMIT_SCALE: '1000000',
  PENDING_MAX: '1000000000',
  ...(!PLAIN && LEDGER),
})

/** One more on the same database may have other settings. */
export const startApi = async (
  database_url: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
) => {
  const log = join(folder, `api-${randomUUID()}.log`)
  const fd = openSync(log, 'w')
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'api'], {
    env: {
      PATH: process.env.PATH,
      API_PROCESSES: process.env.API_PROCESSES ?? '1',
      ...settingsOf(database_url),
      ...settings,
    },
    stdio: ['ignore', fd, fd],
  })
  closeSync(fd)
  const startedSoFar = () => startedAt(readFileSync(log, 'utf8'))
  await until(() => child.exitCode !== null || startedSoFar() !== undefined)
  const { url } = startedSoFar() ?? {}
  if (url === undefined) throw new Error(`the api did not start:\n${readFileSync(log, 'utf8')}`)
  return {
    url,
    process: { pid: child.pid as number },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
