/**
 * Brings a database up to date, one process at a time: roles, forward-only .sql files, what server/sql says, what other
 * modules install. Run by `main.ts migrate` with the owner's login; api and worker never change the schema, they only ask
 * whether it is current.
 */
import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { applySql, readSqlFiles } from './apply-sql.ts'
import { OWNER_ROLE, SCHEMA } from './pool.ts'
import { ensureRoles } from './roles.ts'

const LOCK = 7_236_002
const FOLDER = new URL('../../migrations/', import.meta.url)

export const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()

const files: MigrationProvider = {
  async getMigrations() {
    const names = await migrationNames()
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
    return Object.fromEntries(
      names.map((name, i) => [name, { up: (db: Kysely<unknown>) => sql.raw(texts[i] as string).execute(db) }]),
    ) as unknown as ReturnType<MigrationProvider['getMigrations']>
  },
}

/** `install` is run with the owner's pool after the files: the queue's tables, for example. */
export const migrate = async (owner_url: string, install: (owner: pg.Pool) => Promise<void>): Promise<string[]> => {
  await ensureRoles(owner_url)
  const pool = new pg.Pool({
    connectionString: owner_url,
    max: 3,
    options: `-c role=${OWNER_ROLE} -c search_path=${SCHEMA} -c lock_timeout=5000`,
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const holder = await pool.connect()
  try {
    // Kysely locks its own files only; whatever is installed after them must not run twice at once either.
    // Waiting for another process that migrates is no fault, however long it takes.
    await holder.query('set lock_timeout = 0')
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    // Rooms number their files apart from each other: one that comes late may have a low number.
    const migrator = new Migrator({
      db,
      provider: files,
      migrationTableSchema: SCHEMA,
      allowUnorderedMigrations: true,
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    const replaced = await applySql(holder, await readSqlFiles(await migrationNames()))
    await install(pool)
    return [...(results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName), ...replaced]
  } finally {
    holder.release(true)
    await db.destroy()
  }
}

/** Names of migrations and files of server/sql that this build has and the database lacks. */
export const missingMigrations = async (pool: pg.Pool): Promise<string[]> => {
  const names = await migrationNames()
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
  const applied = new Set(rows.map((r) => r.name))
  const missing = names.filter((name) => !applied.has(name))
  return missing.length > 0 ? missing : missingSql(pool, names)
}

/** A database where a newer build was is not behind: what counts is whether this text was ever applied. */
const missingSql = async (pool: pg.Pool, migrations: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ checksum: string }>('select checksum from applied_sql')
  const applied = new Set(rows.map((r) => r.checksum))
  const wanted = await readSqlFiles(migrations)
  return wanted.filter(({ checksum }) => !applied.has(checksum)).map(({ file }) => `server/sql/${file}`)
}
