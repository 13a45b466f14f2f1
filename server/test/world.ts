/**
 * A running service with a database and a mailbox of its own. Fixtures are built by doing what a caller would do, through
 * HTTP, never by inserting rows.
 */
import { Writable } from 'node:stream'
import { PgBoss } from 'pg-boss'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/http/log.ts'
import { type Service, startService } from '../src/service.ts'
import { type Answer, call, type Sent } from './call.ts'
import { count } from './counted.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { recordRefusal } from './refusals-seen.ts'
import { until } from './until.ts'

export interface World {
  readonly url: string
  readonly database: TestDatabase
  readonly mailbox: Mailbox
  readonly log: readonly string[]
  readonly settings: Readonly<Record<string, string>>
  /** The one that answers at `url`. */
  readonly service: Service
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  /** Runs a scheduled queue now, and waits until it and all that it started is done. */
  runJob(queue: string): Promise<void>
  /** Another process's worth of service on the same database. */
  another(settings?: Record<string, string>): Promise<Service>
  stop(): Promise<void>
}

export const startWorld = async (overrides: Record<string, string> = {}, at?: TestDatabase): Promise<World> => {
  const database = at ?? (await createTestDatabase())
  const mailbox = await startMailbox()
  const log: string[] = []
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString())
      done()
    },
  })
  const settings = {
    ENVIRONMENT: 'development',
    DATABASE_URL: database.url,
    SMTP_URL: mailbox.smtp_url,
    PORT: '0',
    DRAIN_MS: '0',
    RATE_LIMIT_SCALE: '100000',
    // A busy machine must not refuse what a test sends at once.
    CALLS_AT_ONCE_MAX: '100000',
    ...overrides,
  }
  const services: Service[] = []
  const another = async (more: Record<string, string> = {}) => {
    count('services')
    const config = readConfig({ ...settings, ...more })
    const service = await startService({
      config,
      log: createLog(config.LOG_LEVEL, lines),
      api: true,
      worker: true,
      observeRefusal: recordRefusal,
    })
    services.push(service)
    return service
  }
  const service = await another()
  const url = service.url as string
  return {
    url,
    database,
    mailbox,
    log,
    settings,
    service,
    another,
    call: (method, path, sent) => call(url, method, path, sent),
    async runJob(queue) {
      const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, migrate: false })
      await boss.start()
      await boss.send(queue)
      await boss.stop({ graceful: false })
      const open = "select from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()"
      await until(async () => (await database.admin.query(open)).rowCount === 0)
    },
    async stop() {
      for (const one of services) await one.stop()
      await mailbox.stop()
      await database.drop()
    },
  }
}

// One service, with its database and mailbox, for the test files of a process that ask for nothing of their own. Each file has
// organizations, wallets and mailboxes of its own in it; tenants see nothing of each other, here as anywhere. It ends with the
// process, and its database is dropped with the run's others.
//
// Some keep a world of their own, though its settings are the usual ones:
// - sign-in, sessions, invitation-events, agent-auth-standing and connect let time pass for every row of a table;
// - projects and retention count or read every row, or every line of the log;
// - agent-auth, devices-rotation, service-read, facts-keys and jobs start another process on their database;
// - unavailable and grown-tables break the database, or leave it without statistics;
// - whatever has a merchant's web: its names belong to one merchant at a time.

let shared: Promise<World> | undefined

export const sharedWorld = (): Promise<World> => (shared ??= startWorld({ LOG_LEVEL: 'error' }))
