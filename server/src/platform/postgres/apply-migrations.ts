/**
 * Applies the migrations that a database lacks, each in a transaction of its own together with the row that says so. Old
 * processes run on meanwhile: locks are waited for briefly and tried again, and what they still use is not removed.
 */
import type pg from 'pg'
import { LOCK_TIMEOUT_MS, retryOnLock } from './commit.ts'
import { BASELINE, checksumOf, kindOf, type Migration } from './migration-files.ts'

// One small statement says whether the database is there, whether what was applied to it has changed, and which history it holds.

export interface Applied {
  /** How many texts of server/schema were ever applied. */
  readonly files: number
  readonly epoch: number
}

const TEXT = `select (select count(*)::int from applied_sql) as files, max(epoch) as epoch from service_epoch`

export const readApplied = async (pool: pg.Pool): Promise<Applied> => {
  const { rows } = await pool.query<Applied>({ name: 'read-applied', text: TEXT })
  return rows[0] as Applied
}

interface Options {
  readonly lock_timeout_ms?: number
  readonly onRetry?: () => void
}

export class MigrationRefused extends Error {}

/** What is there was made by another baseline than this build's. Only a new database helps. */
export class OtherBaseline extends MigrationRefused {}

/** Returns the names of those that were applied. One that comes late may have a low number: modules number them apart. */
export const applyMigrations = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
  { lock_timeout_ms = LOCK_TIMEOUT_MS, onRetry }: Options = {},
): Promise<string[]> => {
  const applied = await checkApplied(client, migrations)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of pending) {
    const kind = kindOf(migration)
    if (typeof kind === 'object') await refuseOlderProcesses(client, migration, kind.contract_after)
    if (kind === 'online') await buildIndex(client, migration)
    else await retryOnLock(() => inTransaction(client, migration, lock_timeout_ms), { onRetry })
  }
  return pending.map(({ name }) => name)
}

/** The checksums of what was applied. Throws where that is not what the files say. */
export const checkApplied = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<ReadonlyMap<string, string>> => {
  const applied = await appliedChecksums(client, migrations)
  refuseChanged(migrations, applied)
  return applied
}

/** The first file of the baseline makes the table that says what was applied. */
const appliedChecksums = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<Map<string, string>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ file: string; checksum: string }>(
    'select file, checksum from applied_sql where file = any ($1)',
    [migrations.map(({ name }) => name)],
  )
  if (rows.length === 0) throw new OtherBaseline('This database was made before the baseline: make a new one.')
  return new Map(rows.map(({ file, checksum }) => [file, checksum]))
}

const refuseChanged = (migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void => {
  const changed = migrations.filter(({ name, text }) => (applied.get(name) ?? checksumOf(text)) !== checksumOf(text))
  if (changed.length === 0) return
  const said = `${changed.map(({ name }) => name).join(', ')} changed after it was applied here.`
  if (changed.some(({ name }) => BASELINE.includes(name)))
    throw new OtherBaseline(`${said} Put it back, or make a new database.`)
  throw new MigrationRefused(`${said} Put it back, and write a new migration.`)
}

const record = (client: pg.ClientBase, { name, text }: Migration) =>
  client.query('insert into applied_sql (file, checksum) values ($1, $2)', [name, checksumOf(text)])

const inTransaction = async (client: pg.ClientBase, migration: Migration, lock_timeout_ms: number): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lock_timeout_ms}`)
    await client.query(migration.text)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof Error) error.message += ` (${migration.name})`
    throw error
  }
}

/** A build that failed leaves an index that is not valid, which `if not exists` would take for the one that is wanted. */
const buildIndex = async (client: pg.ClientBase, migration: Migration): Promise<void> => {
  const index = /\bindex concurrently if not exists (\w+)/.exec(migration.text)?.[1]
  if (index === undefined) {
    throw new MigrationRefused(`${migration.name} is online: it says "create index concurrently if not exists <name>".`)
  }
  const isValid = async () =>
    (await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [index])).rows[0]
      ?.indisvalid
  if ((await isValid()) === false) await client.query(`drop index concurrently ${index}`)
  await client.query('set lock_timeout = 0')
  await client.query(migration.text)
  if ((await isValid()) !== true) throw new MigrationRefused(`${migration.name}: the index ${index} is not valid.`)
  await record(client, migration)
}

const refuseOlderProcesses = async (client: pg.ClientBase, { name }: Migration, after: string): Promise<void> => {
  const { rows } = await client.query<{ application_name: string }>(
    `select distinct application_name from pg_stat_activity
      where datname = current_database() and application_name ~ '^pursestrings '
        and coalesce(substring(application_name from '\\d{4}$'), '') < $1 order by 1`,
    [after],
  )
  if (rows.length === 0) return
  const older = rows.map((row) => `"${row.application_name}"`).join(', ')
  throw new MigrationRefused(
    `${name} removes what processes from before migration ${after} use, and ${older} still run: stop them first.`,
  )
}
