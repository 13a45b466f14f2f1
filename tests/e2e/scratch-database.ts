/** An empty database for one `npm run dev`, on the PostgreSQL that the tests use. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { findOrStartPostgres } from '../../scripts/dev/postgres.ts'

export interface ScratchDatabase {
  readonly url: string
  /** Logins such as an administrator makes for production, once some `migrate` has made the roles; as settings. */
  createLogins(): Promise<Record<string, string>>
  drop(): Promise<void>
}

const LOGINS = [
  { login: 'app', setting: 'DATABASE_URL', roles: 'countersign_app' },
  { login: 'system', setting: 'DATABASE_SYSTEM_URL', roles: 'countersign_system, countersign_app' },
  { login: 'worker', setting: 'DATABASE_WORKER_URL', roles: 'countersign_worker, countersign_app' },
]

let made = 0

export async function createScratchDatabase(): Promise<ScratchDatabase> {
  const postgres = await findOrStartPostgres({
    url: process.env['TEST_DATABASE_URL'],
    dataDir: '.countersign/test-postgres',
    log: () => undefined,
  })
  const name = `svc_e2e_${process.pid}_${Date.now()}_${made++}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async createLogins() {
      const settings: Record<string, string> = {}
      for (const { login, setting, roles } of LOGINS) {
        const address = new URL(url)
        address.username = `${name}_${login}`
        address.password = randomUUID()
        await run(`create role ${address.username} login password '${address.password}' in role ${roles}`)
        settings[setting] = address.href
      }
      return settings
    },
    async drop() {
      await run(`drop database if exists ${name} with (force)`)
      for (const { login } of LOGINS) await run(`drop role if exists ${name}_${login}`)
      await postgres.stop()
    },
  }
}
