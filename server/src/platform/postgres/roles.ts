/**
 * The roles of the database. The owner owns and migrates; the application sees one tenant at a time; the system role
 * reads across tenants where a policy of that table says so; the worker is the system with the job queue; the creator runs
 * its functions and nothing else; the operator does what people do by hand. None can log in, none can bypass row-level
 * security.
 */
import pg from 'pg'
import { APP_ROLE, CREATOR_ROLE, OPERATOR_ROLE, OWNER_ROLE, SCHEMA, SYSTEM_ROLE, WORKER_ROLE } from './pool.ts'

const LOCK = 7_236_001

const STATEMENTS = [
  ...[OWNER_ROLE, APP_ROLE, SYSTEM_ROLE, WORKER_ROLE, CREATOR_ROLE, OPERATOR_ROLE].map(
    (role) => `do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`,
  ),
  // A login that is no superuser must be able to become each of them.
  ...[OWNER_ROLE, APP_ROLE, SYSTEM_ROLE, WORKER_ROLE, OPERATOR_ROLE].map(
    (role) => `do $$ begin
      if not pg_has_role(session_user, '${role}', 'member') then
        execute format('grant ${role} to %I', session_user);
      end if;
    end $$`,
  ),
  // The owner gives the creator its function.
  `grant ${CREATOR_ROLE} to ${OWNER_ROLE}`,
  // What the system may, its jobs may, whichever policy says so.
  `grant ${SYSTEM_ROLE} to ${WORKER_ROLE}`,
  `do $$ begin execute format('grant create on database %I to ${OWNER_ROLE}', current_database()); end $$`,
  `create schema if not exists ${SCHEMA} authorization ${OWNER_ROLE}`,
  `grant usage on schema ${SCHEMA} to ${APP_ROLE}, ${SYSTEM_ROLE}`,
]

export const ensureRoles = async (owner_url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    // The lock holds within this database; roles belong to the whole cluster, so their creation forgives a twin.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    for (const statement of STATEMENTS) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    throw new Error(
      `The login of DATABASE_OWNER_URL could not prepare the roles (${(error as Error).message}). ` +
        `Run these once as a superuser: ${STATEMENTS.join('; ')}`,
      { cause: error },
    )
  } finally {
    await client.end()
  }
}
