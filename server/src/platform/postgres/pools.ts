/**
 * The pools of one process: whatever a tenant or a wallet asks for runs on the application's, what must happen before a
 * tenant is known on the system's, jobs on the worker's, what people do by hand on the operator's. Each has a login of its own, so that a flaw in one statement
 * reaches no further than its login does.
 */
import type pg from 'pg'
import { newestMigration } from './migration-files.ts'
import { APP_ROLE, createPool, OPERATOR_ROLE, type PoolRole, SYSTEM_ROLE, WORKER_ROLE } from './pool.ts'

const LOGINS = {
  app: { setting: 'DATABASE_URL', role: APP_ROLE },
  system: { setting: 'DATABASE_SYSTEM_URL', role: SYSTEM_ROLE },
  worker: { setting: 'DATABASE_WORKER_URL', role: WORKER_ROLE },
  operator: { setting: 'DATABASE_OPERATOR_URL', role: OPERATOR_ROLE },
} as const satisfies Record<string, Login>

export type PoolName = keyof typeof LOGINS

/** Three looks that are not answered take a process out of service: that must not wait as long as calls may. */
const LOOK_SILENCE_MS = 3_000

interface DatabaseUrls {
  readonly DATABASE_URL: string
  readonly DATABASE_SYSTEM_URL: string
  readonly DATABASE_WORKER_URL: string
  readonly DATABASE_OPERATOR_URL: string
}

export const databaseUrls = (config: DatabaseUrls): Settings['urls'] => ({
  app: config.DATABASE_URL,
  system: config.DATABASE_SYSTEM_URL,
  worker: config.DATABASE_WORKER_URL,
  operator: config.DATABASE_OPERATOR_URL,
})

interface Settings {
  readonly urls: Readonly<Record<PoolName, string>>
  readonly max: number
  readonly production: boolean
}

export interface Pools {
  /** Opens one connection, so that a login that does not fit is told at start. */
  open(name: PoolName): Promise<pg.Pool>
  /** One connection that calls don't share, for asking how the database is. */
  apart(name: PoolName): pg.Pool
  /** Those that were opened, for measuring. */
  readonly opened: ReadonlyMap<PoolName, pg.Pool>
  end(): Promise<void>
}

export const poolsOf = ({ urls, max, production }: Settings): Pools => {
  const opened = new Map<PoolName, pg.Pool>()
  const apart: pg.Pool[] = []
  const create = (name: PoolName, most: number, silence_ms?: number) => {
    const application_name = `pursestrings ${name} ${newestMigration()}`
    const limits = { max: most, ...(silence_ms !== undefined && { silence_ms }) }
    return createPool({ url: urls[name], application_name, role: LOGINS[name].role, ...limits })
  }
  return {
    opened,
    apart(name) {
      const pool = create(name, 1, LOOK_SILENCE_MS)
      apart.push(pool)
      return pool
    },
    async open(name) {
      const login = LOGINS[name]
      const pool = create(name, max)
      opened.set(name, pool)
      try {
        await pool.query('select')
        if (production) await refuseStrongLogin(pool, login)
      } catch (error) {
        throw namingSetting(login, error)
      }
      return pool
    },
    async end() {
      await Promise.all([...opened.values(), ...apart].map((pool) => pool.end()))
    },
  }
}

// In production a login must be able to do what its pool does and no more: dropping to a role is not enough, since whoever
// takes over the connection can leave it again (O1). The application's login cannot become the system, neither of them the
// worker, the operator's none of them, and none can step around row-level security, own anything or hold a grant of its own.

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

const refuseStrongLogin = async (pool: pg.Pool, { setting, role }: Login): Promise<void> => {
  const { rows } = await pool.query<{ login: string; reason: string }>(TOO_STRONG, [MAY_BECOME[role]])
  const [found] = rows
  if (!found) return
  throw new Error(
    `The login of ${setting}, ${found.login}, ${found.reason}, which is more than the service needs. ` +
      `Create one with \`${MAKE[role]}\` and use that.`,
  )
}

/** A login that cannot take its role says so at the first connection, in words that do not name the setting. */
const namingSetting = ({ setting, role }: Login, error: unknown): unknown =>
  (error as { code?: string }).code === '42501'
    ? new Error(
        `The login of ${setting} cannot become ${role} (${(error as Error).message}). ` +
          `Create one with \`${MAKE[role]}\` and use that.`,
        { cause: error },
      )
    : error
