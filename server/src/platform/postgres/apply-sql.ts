/**
 * Functions, views, triggers, policies and grants as the files of each area in server/schema say, replaced after the migrations.
 * A file whose text was applied already costs nothing. A trigger or a policy that stands is replaced only where it differs, since
 * that locks its table: the statement is tried on an empty twin of the table, and what came of it is compared.
 */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { fileAt } from '../files.ts'
import { LOCK_TIMEOUT_MS, retryOnLock } from './commit.ts'
import { checksumOf } from './migration-files.ts'

const FOLDER = fileAt('server/schema/')

/** In the order in which they are applied, which is that of the modules: a file uses functions of those before it only. */
export const SQL_FILES = [
  'platform/postgres.sql',
  'platform/postgres.contract.sql',
  'platform/credentials.sql',
  'platform/http.sql',
  'organizations/audit-events.sql',
  'organizations/merchants.sql',
  'organizations/merchant-accounts.sql',
  'organizations/members.sql',
  'organizations/merchant-keys.sql',
  'delivery/events.append.sql',
  'delivery/events.sql',
  'payees/domains.sql',
  'payees/recipients.sql',
  'transparency/log.sql',
  'transparency/log.sequence.sql',
  'transparency/log.read.sql',
  'transparency/log.repair.sql',
  'transparency/service-keys.sql',
  'transparency/audit-log.sql',
  'connections/agents.sql',
  'connections/devices.sql',
  'connections/devices.link.sql',
  'connections/connections.sql',
  'connections/connect-invitations.sql',
  'connections/pairing.sql',
  'connections/transaction-contexts.sql',
  'organizations/merchant-search.sql',
  'payments/payment-requests.create.sql',
  'payments/payment-requests.index.sql',
  'payments/payment-requests.sql',
  'payments/payment-requests.words.sql',
  'payments/payment-requests.waiting.sql',
  'payments/payment-requests.shown.sql',
  'payments/payment-requests.decisions.sql',
  'payments/payment-requests.wallet.sql',
  'organizations/projects.sql',
  'payments/automation-policies.sql',
  'payments/agent-payments.sql',
  'payments/agent-payments.shown.sql',
  'payments/agent-payments.held.sql',
  'payments/payment-authorizations.sql',
  'settlement/settlements.observe.sql',
  'settlement/settlements.sql',
  'delivery/webhooks.sql',
  'connections/push.sql',
  'transparency/restore.sql',
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
  if (changed.length === 0) return []
  const standing = await standingIn(client)
  for (const one of changed) await retryOnLock(() => applyFile(client, one, standing))
  return changed.map(({ file }) => file)
}

/** The triggers and policies that are there, as TRIGGER_OR_POLICY finds them. */
const standingIn = async (client: pg.ClientBase): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ one: string }>(
    `select concat_ws(' ', 'trigger', tgname, relname) as one from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = current_schema()::regnamespace
     union all
     select concat_ws(' ', 'policy', polname, relname) from pg_policy p join pg_class c on c.oid = polrelid
      where relnamespace = current_schema()::regnamespace`,
  )
  return new Set(rows.map(({ one }) => one))
}

/** Neither has a semicolon inside. The rest of a file is written so that it can run again. */
const TRIGGER_OR_POLICY = /^(create (?:trigger|policy) [^;]+;)/m

const applyFile = async (
  client: pg.ClientBase,
  { file, text, checksum }: SqlFile,
  standing: ReadonlySet<string>,
): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    let next = ''
    for (const piece of text.split(TRIGGER_OR_POLICY)) {
      const { kind, name, table } = partsOf(piece)
      if (!standing.has(`${kind} ${name} ${table}`)) {
        next += piece
        continue
      }
      await client.query(next)
      next = ''
      await replaceIfDifferent(client, piece)
    }
    await client.query(next)
    await client.query(
      `insert into applied_sql (file, checksum) values ($1, $2)
       on conflict (file, checksum) do update set applied_at = clock_timestamp()`,
      [file, checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof Error) error.message += ` (server/schema/${file})`
    throw error
  }
}

const partsOf = (statement: string) => {
  const [, kind = '', name = '', table = ''] = /^create (trigger|policy) (\w+)[^;]*?\son (\w+)/.exec(statement) ?? []
  return { kind, name, table }
}

const DEFINITIONS = {
  trigger: `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $name and tgrelid = $table`,
  policy: `select concat_ws(' ', polcmd, polpermissive, polroles::regrole[], 'using', pg_get_expr(polqual, polrelid),
    'check', pg_get_expr(polwithcheck, polrelid)) as definition from pg_policy where polname = $name and polrelid = $table`,
}

const replaceIfDifferent = async (client: pg.ClientBase, statement: string): Promise<void> => {
  const { kind, name, table } = partsOf(statement)
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
