/**
 * Once per run: a migrated template database, from which every test file clones its own, and an empty refusal record.
 * TEST_TEMPLATE names a database that is migrated already, for runs within a run.
 */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findOrStartPostgres } from '../../tools/dev/postgres.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { beginRefusalRecord } from './refusals-seen.ts'

export default async ({ name, provide }: TestProject): Promise<() => Promise<void>> => {
  const forgetRefusals = beginRefusalRecord()
  const postgres = await findOrStartPostgres({
    url: process.env.TEST_DATABASE_URL,
    dataDir: '.pursestrings/test-postgres',
    log: () => {},
  })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  // Several projects of one run have each their own.
  const template = `svc_test_${process.pid}_${name}`
  const made = process.env.TEST_TEMPLATE
  await admin.query(`create database ${template}${made === undefined ? '' : ` template ${made}`}`)
  if (made === undefined) {
    const url = new URL(postgres.url)
    url.pathname = `/${template}`
    await migrate(url.href, installJobs)
  }
  const { rows } = await admin.query<{ fsync: string }>('show fsync')
  provide('admin_url', postgres.url)
  provide('template', template)
  // Copying files takes two thirds of the work that logging every page takes, unless each file is flushed.
  provide('strategy', rows[0]?.fsync === 'off' ? 'file_copy' : 'wal_log')
  return async () => {
    const { rows: left } = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')`,
      [template],
    )
    for (const { datname } of left) await admin.query(`drop database if exists ${datname} with (force)`)
    await admin.end()
    await postgres.stop()
    forgetRefusals()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    admin_url: string
    template: string
    strategy: 'file_copy' | 'wal_log'
  }
}
