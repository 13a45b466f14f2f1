/** An empty database for one `npm run dev`, on the PostgreSQL that the tests use. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { findOrStartPostgres } from '../scripts/dev/postgres.ts'

export interface ScratchDatabase {
  readonly url: string
  /** A login such as an administrator makes for production, once some `migrate` has made the roles; gives its address. */
  createLogin(): Promise<string>
  drop(): Promise<void>
}

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
    async createLogin() {
      const login = new URL(url)
      login.username = name
      login.password = randomUUID()
      await run(`create role ${name} login password '${login.password}' in role countersign_app, countersign_system`)
      return login.href
    },
    async drop() {
      await run(`drop database if exists ${name} with (force)`)
      await run(`drop role if exists ${name}`)
      await postgres.stop()
    },
  }
}
