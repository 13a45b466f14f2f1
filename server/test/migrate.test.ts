/** Migrations are safe to run by everybody at once, and a service never starts on a database that lacks one. */
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/http/log.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { SQL_FILES } from '../src/platform/postgres/apply-sql.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { migrationNames } from '../src/platform/postgres/migration-files.ts'
import { startService } from '../src/service.ts'
import { onServer } from './database.ts'
import { PRODUCTION } from './production.ts'

const emptyDatabase = async (name: string): Promise<string> => {
  await onServer(`create database ${name}`)
  const url = new URL(inject('admin_url'))
  url.pathname = `/${name}`
  return url.href
}

test('eight migrations of one empty database at once apply every file once', async () => {
  const name = `${inject('template')}_migrate`
  const url = await emptyDatabase(name)
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url, installJobs)))
  expect(applied.flat().toSorted()).toEqual([...migrationNames(), ...SQL_FILES].toSorted())
  expect(await migrate(url, installJobs)).toEqual([])
  await onServer(`drop database ${name} with (force)`)
})

test('a service refuses to start on a database that was not migrated, and says what to do', async () => {
  const name = `${inject('template')}_empty`
  const url = await emptyDatabase(name)
  await migrate(url, installJobs)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("delete from pursestrings.applied_sql where file = 'baseline/payees.sql'")
  await client.end()
  const config = readConfig({ DATABASE_URL: url, ENVIRONMENT: 'development', PORT: '0' })
  const started = startService({ config, log: createLog('silent'), api: true, worker: true })
  await expect(started).rejects.toThrow(
    'the database lacks server/schema/baseline/payees.sql: run `pursestrings-server migrate` first',
  )
  await onServer(`drop database ${name} with (force)`)
})

test('production refuses a login that is stronger than row-level security', async () => {
  const url = new URL(inject('admin_url'))
  url.pathname = `/${inject('template')}`
  const config = readConfig({
    DATABASE_URL: url.href,
    ...PRODUCTION,
    ENVIRONMENT: 'production',
    FACTS_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
    WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 2).toString('base64url')}`,
  })
  const started = startService({ config, log: createLog('silent'), api: true, worker: false })
  await expect(started).rejects.toThrow('is a superuser or bypasses row-level security')
})
