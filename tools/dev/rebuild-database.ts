/**
 * The baseline of the schema changes until the first release. A development database that another one made can't be migrated: it
 * is emptied, so that the api makes it again. One that DATABASE_URL names is left alone, and the developer is told.
 */
import pg from 'pg'
import { checkApplied, OtherBaseline } from '../../server/src/platform/postgres/apply-migrations.ts'
import { readMigrations } from '../../server/src/platform/postgres/migration-files.ts'

interface How {
  readonly named: boolean
  readonly log: (line: string) => void
}

const SCHEMAS = 'pursestrings, pgboss'

export const rebuildIfOther = async (url: string, { named, log }: How): Promise<void> => {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=pursestrings' })
  await client.connect()
  try {
    await checkApplied(client, readMigrations())
  } catch (error) {
    if (!(error instanceof OtherBaseline)) throw error
    const drop = `drop schema if exists ${SCHEMAS} cascade`
    if (named) throw new Error(`${error.message} To empty the one that DATABASE_URL names: ${drop}`, { cause: error })
    log('postgres: the database was made by another baseline of the schema; making it again, empty')
    await client.query(drop)
  } finally {
    await client.end()
  }
}
