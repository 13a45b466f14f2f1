/**
 * Brings a database up to date, one process at a time: roles, migrations, what is replaced where it changed, what
 * other modules install. Run by `main.ts migrate` with the owner's login; api and worker never change the schema, they only ask
 * whether it is current.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { applyMigrations } from './apply-migrations.ts'
import { applySql, readSqlFiles } from './apply-sql.ts'
import { LOCK_TIMEOUT_MS, type OnWait, whenAnswering } from './commit.ts'
import { migrationNames, readMigrations } from './migration-files.ts'
import { OWNER_ROLE, SCHEMA } from './pool.ts'
import { ensureRoles } from './roles.ts'

const LOCK = 7_236_002
const ASK_AGAIN_MS = 100

interface Options {
  readonly onWait?: OnWait
  /** Of this program; kept in the database. */
  readonly version?: string
  /** Told of a newer version that was here: then what it replaced stays. */
  readonly onNewer?: (version: string) => void
}

/** `install` is run with the owner's pool after the files: the queue's tables, for example. */
export const migrate = async (
  owner_url: string,
  install: (owner: pg.Pool) => Promise<void>,
  { onWait, version, onNewer }: Options = {},
): Promise<string[]> => {
  await whenAnswering(() => ensureRoles(owner_url), onWait)
  const settings = {
    connectionString: owner_url,
    options: `-c role=${OWNER_ROLE} -c search_path=${SCHEMA} -c lock_timeout=${LOCK_TIMEOUT_MS}`,
  }
  const pool = new pg.Pool({ ...settings, max: 3 })
  // A connection that the server ends fails the statement that it runs; its own error event must not end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const holder = new pg.Client(settings)
  try {
    await holder.connect()
    await takeTurn(holder)
    const applied = await applyMigrations(holder, readMigrations())
    const newer = version === undefined ? undefined : await keepVersion(holder, version)
    if (newer !== undefined) {
      onNewer?.(newer)
      return applied
    }
    const replaced = await applySql(holder, readSqlFiles(migrationNames()))
    await install(pool)
    return [...applied, ...replaced]
  } finally {
    await holder.end()
    await pool.end()
  }
}

/** Whoever goes back starts the previous program as it is always started, `migrate` first: processes of the newer one may still run. */
const keepVersion = async (holder: pg.Client, version: string): Promise<string | undefined> => {
  await holder.query(`insert into applied_sql (file, checksum) values ('version', $1) on conflict do nothing`, [
    version,
  ])
  const { rows } = await holder.query<{ version: string }>(
    `select checksum as version from applied_sql where file = 'version'`,
  )
  return rows.map((row) => row.version).find((one) => isNewer(one, version))
}

const isNewer = (one: string, other: string): boolean => {
  const [number, than] = [one, other].map((version) => version.split('-')[0] ?? '') as [string, string]
  return number.localeCompare(than, 'en', { numeric: true }) > 0
}

/**
 * Waiting for another process that migrates is no fault, however long it takes. It is asked again and again, since a
 * statement that waits would be waited for: an index that is built concurrently ends after all statements before it.
 */
const takeTurn = async (holder: pg.Client): Promise<void> => {
  const mine = async () =>
    (await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])).rows[0]?.mine === true
  while (!(await mine())) await pause(ASK_AGAIN_MS)
}

/** Of this build, read once: readiness asks often. */
let wanted: { readonly names: string[]; readonly sql: ReturnType<typeof readSqlFiles> } | undefined

/** Files of server/schema that this build has and the database lacks. */
export const missingMigrations = async (pool: pg.Pool): Promise<string[]> => {
  wanted ??= { names: migrationNames(), sql: readSqlFiles(migrationNames()) }
  const { rows } = await pool.query<{ file: string; checksum: string }>('select file, checksum from applied_sql')
  const applied = new Set(rows.map(({ file }) => file))
  const missing = wanted.names.filter((name) => !applied.has(name))
  // A database where a newer build was is not behind: what counts is whether this text was ever applied.
  const known = new Set(rows.map(({ checksum }) => checksum))
  if (missing.length === 0)
    missing.push(...wanted.sql.filter((one) => !known.has(one.checksum)).map(({ file }) => file))
  return missing.map((file) => `server/schema/${file}`)
}
