/**
 * In production a login must be able to do what its pool does and no more: dropping to a role is not enough, since whoever
 * takes over the connection can leave it again (O1). The application's login cannot become the system, neither of them the
 * worker, the operator's none of them, and none can step around row-level security, own anything or hold a grant of its own.
 */
import type pg from 'pg'
import { APP_ROLE, OPERATOR_ROLE, type PoolRole, SYSTEM_ROLE, WORKER_ROLE } from './pool.ts'

export interface Login {
  /** The setting that names it. */
  readonly setting: 'DATABASE_URL' | 'DATABASE_SYSTEM_URL' | 'DATABASE_WORKER_URL' | 'DATABASE_OPERATOR_URL'
  readonly role: PoolRole
}

/** What a login of each pool may become. The system enters tenants; the worker does the system's work as well. */
const MAY_BECOME: Readonly<Record<PoolRole, readonly string[]>> = {
  [APP_ROLE]: [APP_ROLE],
  [SYSTEM_ROLE]: [SYSTEM_ROLE, APP_ROLE],
  // Statistics of the server show how far its standbys are behind.
  [WORKER_ROLE]: [WORKER_ROLE, SYSTEM_ROLE, APP_ROLE, 'pg_read_all_stats'],
  [OPERATOR_ROLE]: [OPERATOR_ROLE],
}

const MAKE: Readonly<Record<PoolRole, string>> = {
  [APP_ROLE]: `create role pursestrings_api login in role ${APP_ROLE}`,
  [SYSTEM_ROLE]: `create role pursestrings_api_system login in role ${SYSTEM_ROLE}, ${APP_ROLE}`,
  [WORKER_ROLE]: `create role pursestrings_jobs login in role ${WORKER_ROLE}, ${APP_ROLE}`,
  [OPERATOR_ROLE]: `create role pursestrings_admin login in role ${OPERATOR_ROLE}`,
}

const TOO_STRONG = `
  select session_user as login, reason from (
    select 1 as nth, 'is a superuser or bypasses row-level security' as reason from pg_roles
      where rolname = session_user and (rolsuper or rolbypassrls)
    union all
    select 2, 'may create roles or databases' from pg_roles
      where rolname = session_user and (rolcreaterole or rolcreatedb)
    union all
    select 3, 'can become ' || rolname from pg_roles
      where rolname <> session_user and rolname <> all ($1::text[]) and pg_has_role(session_user, oid, 'member')
        and (rolname ~ '^(pursestrings|pg)_' or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
    union all
    select 4, 'owns ' || c.oid::regclass from pg_class c
      where c.relowner = (select oid from pg_roles where rolname = session_user)
    union all
    select 5, 'holds grants of its own on ' || c.oid::regclass from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace in (select oid from pg_namespace where nspname in ('pursestrings', 'pgboss'))
        and a.grantee = (select oid from pg_roles where rolname = session_user)
  ) found order by nth, reason limit 1`

export const refuseStrongLogin = async (pool: pg.Pool, { setting, role }: Login): Promise<void> => {
  const { rows } = await pool.query<{ login: string; reason: string }>(TOO_STRONG, [MAY_BECOME[role]])
  const [found] = rows
  if (!found) return
  throw new Error(
    `The login of ${setting}, ${found.login}, ${found.reason}, which is more than the service needs. ` +
      `Create one with \`${MAKE[role]}\` and use that.`,
  )
}

/** A login that cannot take its role says so at the first connection, in words that do not name the setting. */
export const namingSetting = ({ setting, role }: Login, error: unknown): unknown =>
  (error as { code?: string }).code === '42501'
    ? new Error(
        `The login of ${setting} cannot become ${role} (${(error as Error).message}). ` +
          `Create one with \`${MAKE[role]}\` and use that.`,
        { cause: error },
      )
    : error
