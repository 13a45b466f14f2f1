/**
 * Writes that no role of the service may make: those that the catalogue shows as not granted, column by column, and those
 * that the grants allow in form but the rules forbid. Each is attempted, and rolled back.
 */
import pg from 'pg'

export interface Attempt {
  readonly what: string
  readonly statement: string
  /** Whether the forbidden state came about, where the statement itself may pass and have no effect. */
  readonly came_about?: string
}

export interface Attempted {
  readonly attempts: number
  readonly succeeded: readonly string[]
}

export const ROLES = [
  'pursestrings_app',
  'pursestrings_system',
  'pursestrings_worker',
  'pursestrings_creator',
  'pursestrings_operator',
] as const

/** Every table and view of the service × what the role was not granted on it. */
const notGranted = async (client: pg.Client, role: string): Promise<Attempt[]> => {
  const { rows } = await client.query<Attempt>(
    `with relations as (
      select c.oid, c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('pursestrings', 'pgboss') and c.relkind in ('r', 'p', 'v')),
    columns as (
      select r.oid, r.name, a.attname, a.attnum from relations r join pg_attribute a on a.attrelid = r.oid
      where a.attnum > 0 and not a.attisdropped)
    select format('insert into %s (%I) values (default)', name, attname) as statement from columns
      where not has_column_privilege($1, oid, attnum, 'insert')
    union all select format('update %s set %I = default', name, attname) from columns
      where not has_column_privilege($1, oid, attnum, 'update')
    union all select format('delete from %s', name) from relations where not has_table_privilege($1, oid, 'delete')
    union all select format('truncate %s', name) from relations where not has_table_privilege($1, oid, 'truncate')`,
    [role],
  )
  return rows.map(({ statement }) => ({ what: statement, statement }))
}

const tryOne = async (client: pg.Client, begin: string, { statement, came_about }: Attempt): Promise<boolean> => {
  await client.query(`begin; ${begin}`)
  try {
    await client.query(`${statement}; set constraints all immediate`)
    if (came_about === undefined) return true
    await client.query('reset role')
    const { rows } = await client.query<{ true: boolean }>(`select exists (${came_about}) as true`)
    return rows[0]?.true === true
  } catch {
    return false
  } finally {
    await client.query('rollback')
  }
}

/** Runs each statement as whoever calls, in one round trip, undoes it, and answers with those that passed. */
const ATTEMPT_ALL = `create function pg_temp.attempt_all(statements text[]) returns text[] language plpgsql as $$
declare
  statement text;
  passed text[] := '{}';
begin
  foreach statement in array statements loop
    begin
      execute statement;
      raise exception 'undo' using errcode = 'P0PAS';
    exception
      when sqlstate 'P0PAS' then passed := passed || statement;
      when others then null;
    end;
  end loop;
  return passed;
end $$`

const attemptAs = async (
  client: pg.Client,
  { name, be, semantic }: { name: string; be: string; semantic: readonly Attempt[] },
): Promise<Attempted> => {
  const catalogue = await notGranted(client, name)
  await client.query(`begin; ${be}`)
  const { rows } = await client.query<{ passed: string[] }>('select pg_temp.attempt_all($1) as passed', [
    catalogue.map(({ statement }) => statement),
  ])
  await client.query('rollback')
  const succeeded = (rows[0]?.passed ?? ['nothing was attempted']).map((statement) => `${name}: ${statement}`)
  for (const attempt of semantic) if (await tryOne(client, be, attempt)) succeeded.push(`${name}: ${attempt.what}`)
  return { attempts: catalogue.length + semantic.length, succeeded }
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=pursestrings' })
  await client.connect()
  await client.query(ATTEMPT_ALL)
  return client
}

/** As each of the roles and a tenant of theirs, by a superuser's connection that drops to the role. */
export const attemptAsRoles = async (
  database_url: string,
  tenant: string,
  semantic: readonly Attempt[],
): Promise<Attempted> => {
  const client = await connected(database_url)
  const all: Attempted[] = []
  for (const name of ROLES) {
    const be = `set local role ${name}; select set_config('svc.tenant', '${tenant}', true)`
    all.push(await attemptAs(client, { name, be, semantic }))
  }
  await client.end()
  return {
    attempts: all.reduce((sum, one) => sum + one.attempts, 0),
    succeeded: all.flatMap((one) => one.succeeded),
  }
}

/** As a login of its own, which has left its role and is nothing but its memberships. */
export const attemptAsLogin = async (url: string, tenant: string, semantic: readonly Attempt[]): Promise<Attempted> => {
  const client = await connected(url)
  const be = `select set_config('svc.tenant', '${tenant}', true)`
  const attempted = await attemptAs(client, { name: new URL(url).username, be, semantic })
  await client.end()
  return attempted
}

/** That each attempt is a real one: with the triggers off, a superuser makes them all. Answers with those that fail. */
export const attemptsThatFailAnyway = async (database_url: string, semantic: readonly Attempt[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: database_url, options: '-c search_path=pursestrings' })
  await client.connect()
  const failed: string[] = []
  for (const attempt of semantic) {
    if (!(await tryOne(client, 'set local session_replication_role = replica', attempt))) failed.push(attempt.what)
  }
  await client.end()
  return failed
}
