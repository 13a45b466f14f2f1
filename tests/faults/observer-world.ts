/** A service whose worker is a process of its own, to be killed: the api answers, and whoever observes the ledger dies. */
import { Writable } from 'node:stream'
import { readConfig } from '../../server/src/platform/config.ts'
import { createLog } from '../../server/src/platform/http/log.ts'
import { startService } from '../../server/src/service.ts'
import { call } from '../../server/test/call.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import { startMailbox } from '../../server/test/mailbox.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { recordRefusal } from '../../server/test/refusals-seen.ts'
import type { World } from '../../server/test/world.ts'

export interface KillableWorld extends World {
  /** As the machine does it when it runs out of memory; another one starts. */
  killWorker(): Promise<void>
}

const KEYS = {
  FACTS_KEYS: `facts-1:${Buffer.alloc(32, 1).toString('base64url')}`,
  WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 2).toString('base64url')}`,
}

export const startKillable = async (overrides: Readonly<Record<string, string>>): Promise<KillableWorld> => {
  const database = await createTestDatabase()
  const mailbox = await startMailbox()
  const log: string[] = []
  const lines = new Writable({ write: (chunk: Buffer, _, done) => (log.push(chunk.toString()), done()) })
  const settings = {
    ENVIRONMENT: 'development',
    DATABASE_URL: database.url,
    SMTP_URL: mailbox.smtp_url,
    PORT: '0',
    DRAIN_MS: '0',
    RATE_LIMIT_SCALE: '100000',
    PENDING_MAX: '1000',
    ...KEYS,
    ...overrides,
  }
  const config = readConfig(settings)
  const service = await startService({
    config,
    log: createLog(config.LOG_LEVEL, lines),
    api: true,
    worker: false,
    observeRefusal: recordRefusal,
  })
  const url = service.url as string
  let worker: Process = await startProcess('worker', settings)
  const never = () => Promise.reject(new Error('not in this world'))
  return {
    url,
    database,
    mailbox,
    log,
    settings,
    service,
    call: (method, path, sent) => call(url, method, path, sent),
    runJob: never,
    another: never,
    async killWorker() {
      await worker.end('SIGKILL')
      worker = await startProcess('worker', settings)
    },
    async stop() {
      await worker.end('SIGKILL')
      await service.stop()
      await mailbox.stop()
      await database.drop()
    },
  }
}
