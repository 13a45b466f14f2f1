/**
 * The pools of one process: whatever a tenant or a wallet asks for runs on the application's, what must happen before a
 * tenant is known on the system's, jobs on the worker's, what people do by hand on the operator's. Each has a login of its own, so that a flaw in one statement
 * reaches no further than its login does.
 */
import type pg from 'pg'
import { type OnWait, whenAnswering } from './commit.ts'
import { newestMigration } from './migration-files.ts'
import { APP_ROLE, createPool, OPERATOR_ROLE, SYSTEM_ROLE, WORKER_ROLE } from './pool.ts'
import { type Login, namingSetting, refuseStrongLogin } from './refuse-strong-login.ts'

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
  /** Where it is given, a database that does not answer yet is waited for. */
  readonly onWait?: OnWait
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

export const poolsOf = ({ urls, max, production, onWait }: Settings): Pools => {
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
        await whenAnswering(() => pool.query('select'), onWait)
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
