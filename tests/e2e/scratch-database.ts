/** A database for one `npm run dev`, on the PostgreSQL that the tests use. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { installJobs } from '../../server/src/platform/jobs/jobs.ts'
import { migrate } from '../../server/src/platform/postgres/migrate.ts'
import { count } from '../../server/test/counted.ts'
import { type FoundPostgres, findOrStartPostgres } from '../../tools/dev/postgres.ts'

export interface ScratchDatabase {
  readonly url: string
  /** Logins such as an administrator makes for production, once some `migrate` has made the roles; as settings. */
  createLogins(): Promise<Record<string, string>>
  drop(): Promise<void>
}

const LOGINS = [
  { login: 'app', setting: 'DATABASE_URL', roles: 'pursestrings_app' },
  { login: 'system', setting: 'DATABASE_SYSTEM_URL', roles: 'pursestrings_system, pursestrings_app' },
  { login: 'worker', setting: 'DATABASE_WORKER_URL', roles: 'pursestrings_worker, pursestrings_app' },
  { login: 'operator', setting: 'DATABASE_OPERATOR_URL', roles: 'pursestrings_operator' },
]

let made = 0

const findPostgres = (): Promise<FoundPostgres> =>
  findOrStartPostgres({
    url: process.env['TEST_DATABASE_URL'],
    dataDir: '.pursestrings/test-postgres',
    log: () => undefined,
  })

/** Names the template of this run and drops it at the end; the first test file that wants it makes it. */
export default (): (() => Promise<void>) => {
  const template = `svc_e2e_template_${process.pid}`
  process.env['E2E_TEMPLATE'] = template
  return async () => {
    const postgres = await findPostgres()
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await postgres.stop()
  }
}

const TEMPLATE_LOCK = 7_236_900

/** Migrated by whichever test file comes first, while the others wait. */
const migratedTemplate = async (admin_url: string): Promise<string | undefined> => {
  const template = process.env['E2E_TEMPLATE']
  if (template === undefined) return
  const admin = new pg.Client({ connectionString: admin_url })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount !== 0) return template
    await admin.query(`create database ${template}`)
    await migrate(atDatabase(admin_url, template).href, installJobs)
    return template
  } finally {
    await admin.end()
  }
}

const atDatabase = (url: string, name: string): URL => Object.assign(new URL(url), { pathname: `/${name}` })

/** With `migrated` it is a clone of one that is up to date already; otherwise it is empty. */
export async function createScratchDatabase({ migrated = false } = {}): Promise<ScratchDatabase> {
  count('databases')
  const postgres = await findPostgres()
  const name = `svc_e2e_${process.pid}_${Date.now()}_${made++}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const template = migrated ? await migratedTemplate(postgres.url) : undefined
  await run(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = atDatabase(postgres.url, name)
  return {
    url: url.href,
    async createLogins() {
      const settings: Record<string, string> = {}
      for (const { login, setting, roles } of LOGINS) {
        const address = new URL(url)
        address.username = `${name}_${login}`
        address.password = randomUUID()
        await run(`create role ${address.username} login password '${address.password}' in role ${roles}`)
        settings[setting] = address.href
      }
      return settings
    },
    async drop() {
      // PostgreSQL waits some seconds for connections that are just being closed; only what stays is cut.
      await run(`drop database if exists ${name}`).catch(() => run(`drop database if exists ${name} with (force)`))
      for (const { login } of LOGINS) await run(`drop role if exists ${name}_${login}`)
      await postgres.stop()
    },
  }
}
