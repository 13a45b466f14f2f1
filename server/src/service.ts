/** The parts of one process, started from the database outwards; `stop` undoes it in reverse, letting calls finish. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { checkReadiness } from './health/check-readiness.ts'
import { startOpsServer } from './health/ops-server.ts'
import { createMetrics, type MetricsJson } from './http/metrics.ts'
import type { RefusalObserver } from './http/refuse.ts'
import { enqueueWith } from './jobs/enqueue.ts'
import { startJobs } from './jobs/jobs.ts'
import { createOutside } from './outside/create-outside.ts'
import { createMail } from './outside/mail.ts'
import { missingMigrations } from './postgres/migrate.ts'
import { WORKER_ROLE } from './postgres/pool.ts'
import { poolsOf } from './postgres/pools.ts'
import { transactionsOn } from './postgres/transaction.ts'
import { startWake } from './wake/wake.ts'
import { passingSealingKey, webhookSecretsOf } from './webhooks/endpoints/webhook-secret.ts'
import { startWorkers } from './workers.ts'

export const VERSION = '0.1.0'

export interface Service {
  readonly url: string | undefined
  /** Where it tells of itself, privately; a member of a group leaves that to the group. */
  readonly ops_url: string
  /** Throws a refusal while it is not. */
  ready(): Promise<object>
  metrics(): Promise<MetricsJson[]>
  stop(): Promise<void>
}

interface Start {
  readonly config: Config
  readonly log: Logger
  readonly api: boolean
  readonly worker: boolean
  readonly observeRefusal?: RefusalObserver
  /** Set in a process that is one of several: it has no private port, and tells the figures of all. */
  readonly member?: { metricsText(): Promise<string> }
}

export const startService = async ({
  config,
  log,
  api,
  worker,
  observeRefusal = () => {},
  member,
}: Start): Promise<Service> => {
  const undo: (() => unknown)[] = []
  let state: 'starting' | 'serving' | 'stopping' = 'starting'
  const stop = async () => {
    state = 'stopping'
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const pools = poolsOf({
      urls: { app: config.DATABASE_URL, system: config.DATABASE_SYSTEM_URL, worker: config.DATABASE_WORKER_URL },
      max: config.DATABASE_POOL_MAX,
      production: config.ENVIRONMENT === 'production',
    })
    undo.push(() => pools.end())
    const first = await pools.open(api ? 'app' : 'worker')
    const missing = await missingMigrations(first)
    if (missing.length > 0) throw new Error(`the database lacks ${missing.join(', ')}: run \`main.ts migrate\` first`)

    const wake = startWake(config.NATS_URL, (error) => log.error({ err: error }, 'wake-ups failed'))
    undo.push(() => wake.stop())
    const metrics = createMetrics(pools.opened)
    const ready = () => checkReadiness({ pool: first, wake, state: () => state })
    const metricsText = member?.metricsText ?? (() => metrics.text())
    const told = { ops_url: '', ready, metrics: () => metrics.json(), stop }
    if (member === undefined) {
      const at = { host: config.OPS_HOST, port: config.OPS_PORT }
      const ops = await startOpsServer({ ...at, version: VERSION, ready, metrics: metricsText })
      undo.push(() => ops.stop())
      told.ops_url = ops.url
    }
    const mail = createMail({ smtp_url: config.SMTP_URL, from: config.MAIL_FROM })
    undo.push(() => mail.stop())
    const outside = await createOutside(config)
    undo.push(() => outside.webhooks.stop())
    const onHintFault = (err: unknown) => log.error({ err }, 'a wake-up after a commit failed; the commit stands')
    const webhook_secrets = webhookSecretsOf(sealingKeysFor(config, log))
    const shared = { outside, wake, webhook_secrets, metrics }
    const time = { now: () => new Date(), time_scale: config.WEBHOOK_TIME_SCALE }
    if (worker) {
      const pool = api ? await pools.open('worker') : first
      const jobs = await startJobs(pool, {
        notification: wake,
        worker,
        onFault: (err, about) => log.error({ err, ...about }, 'job'),
        count: (queue, outcome, n) => metrics.job.inc({ queue, outcome }, n),
      })
      undo.push(() => jobs.stop())
      const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE, onHintFault })
      await startWorkers(jobs, { ...shared, ...time, log, transactions, mail, portal_url: config.PORTAL_URL })
    }
    if (!api) {
      state = 'serving'
      return { ...told, url: undefined }
    }

    const transactions = transactionsOn({ app: first, system: await pools.open('system'), onHintFault })
    state = 'serving'
    const draining = () => state === 'stopping'
    const shown = { config, log, version: VERSION, observeRefusal, draining, metricsText }
    const app = await buildApp({ ...shared, ...shown, transactions, pool: first, jobs: enqueueWith(wake) })
    undo.push(() => app.close())
    const url = await app.listen({ host: config.HOST, port: config.PORT })
    undo.push(() => sleep(config.DRAIN_MS))
    return { ...told, url }
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
