/** A database of a test file's own, cloned from the migrated template. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { count } from './counted.ts'

let made = 0

export interface TestDatabase {
  readonly url: string
  /** As a superuser: for looking, and for what only an administrator can break. */
  readonly admin: pg.Pool
  drop(): Promise<void>
}

export const createTestDatabase = async (): Promise<TestDatabase> => {
  count('databases')
  const name = `${inject('template')}_${process.pid}_${made++}`
  await onServer(`create database ${name} template ${inject('template')} strategy ${inject('strategy')}`)
  const url = new URL(inject('admin_url'))
  url.pathname = `/${name}`
  const admin = new pg.Pool({ connectionString: url.href, max: 2, options: '-c search_path=pursestrings' })
  admin.on('error', () => {})
  // One that is still closing when the database is dropped is ended by the server.
  admin.on('connect', (client) => client.on('error', () => {}))
  return {
    url: url.href,
    admin,
    async drop() {
      await admin.end()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}

export const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('admin_url') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// Logins such as an administrator makes for production: one per pool, each with no more than its pool needs.

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

let logins_made = 0

/** Gives the address of a login of these roles on the database. */
export const createLogin = async (database_url: string, roles: string): Promise<{ name: string; url: string }> => {
  const name = `${inject('template')}_login_${process.pid}_${logins_made++}`
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
