/** An empty database for one `npm run dev`, on the PostgreSQL that the tests use. */
import pg from 'pg'
import { findOrStartPostgres } from '../scripts/dev/postgres.ts'

export interface ScratchDatabase {
  readonly url: string
  drop(): Promise<void>
}

export async function createScratchDatabase(): Promise<ScratchDatabase> {
  const postgres = await findOrStartPostgres({
    url: process.env['TEST_DATABASE_URL'],
    dataDir: '.countersign/test-postgres',
    log: () => undefined,
  })
  const name = `svc_e2e_${process.pid}_${Date.now()}`
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
    async drop() {
      await run(`drop database if exists ${name} with (force)`)
      await postgres.stop()
    },
  }
}
