/** Logins such as an administrator makes for production: one per pool, each with no more than its pool needs. */
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { onServer } from './database.ts'

export interface Logins {
  /** Settings for a service on this database. */
  readonly settings: Readonly<
    Record<
      'DATABASE_URL' | 'DATABASE_SYSTEM_URL' | 'DATABASE_WORKER_URL' | 'DATABASE_OPERATOR_URL' | 'DATABASE_OWNER_URL',
      string
    >
  >
  drop(): Promise<void>
}

let made = 0

/** Gives the address of a login of these roles on the database. */
export const createLogin = async (database_url: string, roles: string): Promise<{ name: string; url: string }> => {
  const name = `${inject('template')}_login_${process.pid}_${made++}`
  const url = new URL(database_url)
  url.username = name
  url.password = randomUUID()
  await onServer(`create role ${name} login password '${url.password}' ${roles}`)
  return { name, url: url.href }
}

export const createLogins = async (database_url: string): Promise<Logins> => {
  const app = await createLogin(database_url, 'in role pursestrings_app')
  const system = await createLogin(database_url, 'in role pursestrings_system, pursestrings_app')
  const worker = await createLogin(database_url, 'in role pursestrings_worker, pursestrings_app')
  const operator = await createLogin(database_url, 'in role pursestrings_operator')
  return {
    settings: {
      DATABASE_URL: app.url,
      DATABASE_SYSTEM_URL: system.url,
      DATABASE_WORKER_URL: worker.url,
      DATABASE_OPERATOR_URL: operator.url,
      DATABASE_OWNER_URL: database_url,
    },
    async drop() {
      for (const { name } of [app, system, worker, operator]) await onServer(`drop role if exists ${name}`)
    },
  }
}
