/** The parts of one process, started from the database outwards; `stop` undoes it in reverse, letting calls finish. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createMetrics } from './http/metrics.ts'
import type { RefusalObserver } from './http/refuse.ts'
import { startJobs } from './jobs/jobs.ts'
import { createOutside } from './outside/create-outside.ts'
import { createMail } from './outside/mail.ts'
import { missingMigrations } from './postgres/migrate.ts'
import { createPool } from './postgres/pool.ts'
import { refuseSuperuser } from './postgres/refuse-superuser.ts'
import { transactionsOn } from './postgres/transaction.ts'
import { startWake } from './wake/wake.ts'
import { passingSealingKey, webhookSecretsOf } from './webhooks/webhook-secret.ts'
import { startWorkers } from './workers.ts'

export const VERSION = '0.1.0'

export interface Service {
  readonly url: string | undefined
  stop(): Promise<void>
}

interface Start {
  readonly config: Config
  readonly log: Logger
  readonly api: boolean
  readonly worker: boolean
  readonly observeRefusal?: RefusalObserver
}

export const startService = async ({
  config,
  log,
  api,
  worker,
  observeRefusal = () => {},
}: Start): Promise<Service> => {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const pool = createPool({
      url: config.DATABASE_URL,
      max: config.DATABASE_POOL_MAX,
      application_name: `countersign ${[api && 'api', worker && 'worker'].filter(Boolean).join('+')}`,
    })
    undo.push(() => pool.end())
    if (config.ENVIRONMENT === 'production') await refuseSuperuser(pool)
    const missing = await missingMigrations(pool)
    if (missing.length > 0) throw new Error(`the database lacks ${missing.join(', ')}: run \`main.ts migrate\` first`)

    const wake = startWake(config.NATS_URL, (error) => log.error({ err: error }, 'wake-ups failed'))
    undo.push(() => wake.stop())
    const metrics = createMetrics(pool)
    const mail = createMail({ smtp_url: config.SMTP_URL, from: config.MAIL_FROM })
    undo.push(() => mail.stop())
    const outside = await createOutside(config)
    undo.push(() => outside.webhooks.stop())
    const jobs = await startJobs(pool, {
      bell: wake,
      worker,
      onFault: (err, about) => log.error({ err, ...about }, 'job'),
    })
    undo.push(() => jobs.stop())
    const transactions = transactionsOn(pool)
    const webhook_secrets = webhookSecretsOf(sealingKeysFor(config, log))
    const shared = { transactions, outside, wake, webhook_secrets, metrics }
    const time = { now: () => new Date(), time_scale: config.WEBHOOK_TIME_SCALE }
    if (worker) await startWorkers(jobs, { ...shared, ...time, mail, portal_url: config.PORTAL_URL })
    if (!api) return { url: undefined, stop }

    let draining = false
    const means = { ...shared, config, log, pool, jobs, version: VERSION, observeRefusal }
    const app = await buildApp({ ...means, draining: () => draining })
    undo.push(() => app.close())
    const url = await app.listen({ host: config.HOST, port: config.PORT })
    undo.push(async () => {
      draining = true
      await sleep(config.DRAIN_MS)
    })
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** None is set in development only: production does not start without. */
const sealingKeysFor = ({ WEBHOOK_SECRET_KEYS: keys }: Config, log: Logger): Config['WEBHOOK_SECRET_KEYS'] => {
  if (keys.length > 0) return keys
  log.warn(
    'WEBHOOK_SECRET_KEYS is not set: webhook secrets are sealed with a key that this process forgets when it stops',
  )
  return [passingSealingKey()]
}
