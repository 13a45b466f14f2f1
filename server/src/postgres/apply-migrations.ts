/**
 * Applies the migrations that a database lacks, each in a transaction of its own together with the row that says so. Old
 * processes run on meanwhile: locks are waited for briefly and tried again, and what they still use is not removed.
 */
import type pg from 'pg'
import { checksumOf, kindOf, type Migration } from './migration-files.ts'
import { LOCK_TIMEOUT_MS, retryOnLock } from './retry-on-lock.ts'

interface Options {
  readonly lock_timeout_ms?: number
  readonly onRetry?: () => void
}

export class MigrationRefused extends Error {}

/** Returns the names of those that were applied. One that comes late may have a low number: modules number them apart. */
export const applyMigrations = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
  { lock_timeout_ms = LOCK_TIMEOUT_MS, onRetry }: Options = {},
): Promise<string[]> => {
  const applied = await appliedChecksums(client)
  await refuseChanged(client, migrations, applied)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of pending) {
    const kind = kindOf(migration)
    if (typeof kind === 'object') await refuseOlderProcesses(client, migration, kind.contract_after)
    if (kind === 'online') await buildIndex(client, migration)
    else await retryOnLock(() => inTransaction(client, migration, lock_timeout_ms), { onRetry })
  }
  return pending.map(({ name }) => name)
}

/** The table is Kysely's, whose migrator wrote it before: older processes read it when they start. */
const appliedChecksums = async (client: pg.ClientBase): Promise<Map<string, string | null>> => {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('kysely_migration') and attnum > 0`,
  )
  if (columns.length === 0) {
    await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`)
  }
  if (!columns.some(({ name }) => name === 'checksum')) {
    await retryOnLock(() => client.query(`alter table kysely_migration add column checksum text`))
  }
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from kysely_migration',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** What was applied before checksums were kept is taken to be what the file says now. */
const refuseChanged = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string | null>,
): Promise<void> => {
  const changed = migrations.filter(({ name, text }) => (applied.get(name) ?? checksumOf(text)) !== checksumOf(text))
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(', ')
    throw new MigrationRefused(`${names} changed after it was applied here. Put it back, and write a new migration.`)
  }
  const unknown = migrations.filter(({ name }) => applied.get(name) === null)
  for (const { name, text } of unknown) {
    await client.query('update kysely_migration set checksum = $2 where name = $1', [name, checksumOf(text)])
  }
}

const record = (client: pg.ClientBase, { name, text }: Migration) =>
  client.query('insert into kysely_migration (name, timestamp, checksum) values ($1, $2, $3)', [
    name,
    new Date().toISOString(),
    checksumOf(text),
  ])

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
      where datname = current_database() and application_name ~ '^countersign '
        and coalesce(substring(application_name from '\\d{4}$'), '') < $1 order by 1`,
    [after],
  )
  if (rows.length === 0) return
  const older = rows.map((row) => `"${row.application_name}"`).join(', ')
  throw new MigrationRefused(
    `${name} removes what processes from before migration ${after} use, and ${older} still run: stop them first.`,
  )
}
