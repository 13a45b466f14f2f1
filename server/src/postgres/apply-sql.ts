/**
 * Functions, views, triggers, policies and grants as server/sql says, replaced after the numbered migrations. A file whose
 * text was applied already costs nothing. A trigger or a policy is replaced only where it differs, since that locks its
 * table: the statement is tried on an empty twin of the table, and what came of it is compared.
 */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { fileAt } from '../files.ts'
import { checksumOf } from './migration-files.ts'
import { LOCK_TIMEOUT_MS, retryOnLock } from './retry-on-lock.ts'

const FOLDER = fileAt('server/sql/')

/** In the order in which they are applied, which is that of the modules: a file uses functions of those before it only. */
export const SQL_FILES = [
  'postgres.sql',
  'credentials.sql',
  'http.sql',
  'audit-events.sql',
  'merchants.sql',
  'merchant-accounts.sql',
  'members.sql',
  'merchant-keys.sql',
  'events.append.sql',
  'events.copy.sql',
  'events.older.sql',
  'events.sql',
  'domains.sql',
  'recipients.sql',
  'log.sql',
  'log.sequence.sql',
  'log.read.sql',
  'log.repair.sql',
  'service-keys.sql',
  'audit-log.sql',
  'agents.sql',
  'devices.sql',
  'devices.link.sql',
  'connections.sql',
  'connect-invitations.sql',
  'pairing.sql',
  'transaction-contexts.sql',
  'merchant-search.sql',
  'payment-requests.create.sql',
  'payment-requests.index.sql',
  'payment-requests.sql',
  'payment-requests.waiting.sql',
  'payment-requests.decisions.sql',
  'payment-requests.wallet.sql',
  'projects.sql',
  'automation-policies.sql',
  'agent-payments.sql',
  'settlements.observe.sql',
  'settlements.sql',
  'webhooks.sql',
  'push.sql',
  'restore.sql',
]

interface SqlFile {
  readonly file: string
  readonly text: string
  readonly checksum: string
}

/** The migrations count, too: one that makes a table again leaves it without triggers, policies and grants. */
export const readSqlFiles = (migrations: readonly string[]): SqlFile[] =>
  SQL_FILES.map((file) => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8')
    return { file, text, checksum: checksumOf(`${migrations.join()}\n${text}`) }
  })

/** Returns the names of the files that were applied. */
export const applySql = async (client: pg.ClientBase, files: readonly SqlFile[]): Promise<string[]> => {
  const { rows } = await client.query<Omit<SqlFile, 'text'>>(
    'select distinct on (file) file, checksum from applied_sql order by file, applied_at desc',
  )
  const current = new Set(rows.map(({ file, checksum }) => `${file} ${checksum}`))
  const changed = files.filter(({ file, checksum }) => !current.has(`${file} ${checksum}`))
  for (const one of changed) await retryOnLock(() => applyFile(client, one))
  return changed.map(({ file }) => file)
}

/** Neither has a semicolon inside. The rest of a file is written so that it can run again. */
const TRIGGER_OR_POLICY = /^(create (?:trigger|policy) [^;]+;)/m

const applyFile = async (client: pg.ClientBase, { file, text, checksum }: SqlFile): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    for (const piece of text.split(TRIGGER_OR_POLICY)) {
      if (TRIGGER_OR_POLICY.test(piece)) await replaceIfDifferent(client, piece)
      else if (piece.trim() !== '') await client.query(piece)
    }
    await client.query(
      `insert into applied_sql (file, checksum) values ($1, $2)
       on conflict (file, checksum) do update set applied_at = clock_timestamp()`,
      [file, checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof Error) error.message += ` (server/sql/${file})`
    throw error
  }
}

const DEFINITIONS = {
  trigger: `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $name and tgrelid = $table`,
  policy: `select concat_ws(' ', polcmd, polpermissive, polroles::regrole[], 'using', pg_get_expr(polqual, polrelid),
    'check', pg_get_expr(polwithcheck, polrelid)) as definition from pg_policy where polname = $name and polrelid = $table`,
}

const replaceIfDifferent = async (client: pg.ClientBase, statement: string): Promise<void> => {
  const [, kind = '', name = '', table = ''] = /^create (trigger|policy) (\w+)[^;]*?\son (\w+)/.exec(statement) ?? []
  const definitionOn = (relation: string) =>
    DEFINITIONS[kind as keyof typeof DEFINITIONS]
      .replace('$name', `'${name}'`)
      .replace('$table', `'${relation}'::regclass`)
  // One message to the server; what it made is gone before the next one.
  const results = (await client.query(`savepoint twin;
    create table twin (like ${table} including generated);
    ${statement.replace(` on ${table}`, ' on twin')}
    ${definitionOn('twin')}; ${definitionOn(table)};
    rollback to savepoint twin`)) as unknown as pg.QueryResult<{ definition: string }>[]
  const [wanted, found] = results.filter(({ command }) => command === 'SELECT').map(({ rows }) => rows[0]?.definition)
  if (wanted?.replace(/ ON (\w+\.)?twin /, ` ON $1${table} `) === found) return
  await client.query(`drop ${kind} if exists ${name} on ${table}; ${statement}`)
}
