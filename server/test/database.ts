/** A database of a test file's own, cloned from the migrated template. */
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
