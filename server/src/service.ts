/** The parts of one process, started from the database outwards; `stop` undoes it in reverse, letting calls finish. */
import { setTimeout as sleep } from 'node:timers/promises'
import { newUuid } from '@countersign/contract/wire/ids'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { KeySource } from './facts-keys/key-set.ts'
import { receiptSignerOf } from './facts-keys/receipt-signer.ts'
import { watchReadiness } from './health/check-readiness.ts'
import { startOpsServer } from './health/ops-server.ts'
import { watchProcess } from './health/watch-process.ts'
import { createMetrics } from './http/metrics.ts'
import { type MetricsJson, sharedText, writeMetrics } from './http/metrics-format.ts'
import type { RefusalObserver } from './http/refuse.ts'
import { enqueueWith } from './jobs/enqueue.ts'
import { startJobs } from './jobs/jobs.ts'
import { headKeysOf, loggedKeysOf, logSignerFor, openKeys } from './open-keys.ts'
import { createOutside, type Outside } from './outside/create-outside.ts'
import { openNetworks } from './outside/ledger/open-sources.ts'
import { createMail } from './outside/mail.ts'
import { createWitnessClient } from './outside/witness-client.ts'
import { readEpoch } from './postgres/epoch.ts'
import { missingMigrations } from './postgres/migrate.ts'
import { SYSTEM_ROLE, WORKER_ROLE } from './postgres/pool.ts'
import { databaseUrls, poolsOf } from './postgres/pools.ts'
import { transactionsOn } from './postgres/transaction.ts'
import { contactOf, vapidFor } from './push/vapid.ts'
import { headReaderOf } from './restore/head-reader.ts'
import { behindMirror } from './restore/is-behind.ts'
import { releaseLedgers } from './settlements/observe-ledger.worker.ts'
import { startTracing } from './tracing/tracing.ts'
import { startWake } from './wake/wake.ts'
import { buildWalletSite } from './wallet-site.ts'
import { webhookSecretsOf } from './webhooks/endpoints/webhook-secret.ts'
import { startWorkers } from './workers.ts'

export const VERSION = '0.1.0'
const CLOSE_MS_MAX = 10_000

export interface Service {
  readonly url: string | undefined
  /** Where it listens for the wallet's page, if it serves one. */
  readonly wallet_url: string | undefined
  /** Where it tells of itself, privately; a member of a group leaves that to the group. */
  readonly ops_url: string
  /** Throws a refusal while it is not. */
  ready(): object
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
  readonly member?: { metricsOfAll(): Promise<MetricsJson[]> }
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
  const draining = new AbortController()
  const stop = async () => {
    state = 'stopping'
    draining.abort()
    for (const step of undo.splice(0).toReversed()) await step()
  }
  const serveWallet = async (port: number, facts_keys: KeySource): Promise<string> => {
    const site = await buildWalletSite(config, log, facts_keys)
    undo.push(() => closeInTime(site))
    return site.listen({ host: config.HOST, port })
  }
  try {
    const pools = poolsOf({
      urls: databaseUrls(config),
      max: config.DATABASE_POOL_MAX,
      production: config.ENVIRONMENT === 'production',
    })
    undo.push(() => pools.end())
    const first = await pools.open(api ? 'app' : 'worker')
    const missing = await missingMigrations(first)
    if (missing.length > 0)
      throw new Error(`the database lacks ${missing.join(', ')}: run \`countersign-server migrate\` first`)
    const head_keys = headKeysOf(config)
    const outside = await createOutside(config)
    undo.push(() => outside.webhooks.stop())
    undo.push(() => outside.push.stop())
    const reader = headReaderOf({ ...config, RECEIPT_KEYS: head_keys }, outside.mirror)
    await reader?.mirror.expectThere()
    const behind = reader && (() => behindMirror(first, reader))
    const restored = await behind?.()
    if (restored !== undefined) throw new Error(restored)
    const { epoch } = await readEpoch(first)

    const wake = startWake(config.NATS_URL, (error) => log.error({ err: error }, 'wake-ups failed'))
    undo.push(() => wake.stop())
    const metrics = createMetrics(pools.opened, { traced: config.TRACE_URL !== undefined })
    watchProcess(metrics, { pool: first, wake, version: VERSION, now: () => new Date() })
    const tracing = await startTracing({
      url: config.TRACE_URL,
      ratio: config.TRACE_RATIO,
      version: VERSION,
      role: api && worker ? 'all' : api ? 'api' : 'worker',
      onDropped: (spans) => metrics.spans_dropped.inc(spans),
    })
    undo.push(() => tracing.stop())
    const watch = watchReadiness({ pool: pools.apart(api ? 'app' : 'worker'), wake, state: () => state, epoch, behind })
    undo.push(() => watch.stop())
    const { ready } = watch
    const metricsText = sharedText(async (format) =>
      member ? writeMetrics(await member.metricsOfAll(), format) : metrics.text(format),
    )
    const told = { ops_url: '', ready, metrics: () => metrics.json(), stop }
    if (member === undefined) {
      const at = { host: config.OPS_HOST, port: config.OPS_PORT }
      const ops = await startOpsServer({ ...at, version: VERSION, ready, metrics: metricsText })
      undo.push(() => ops.stop())
      told.ops_url = ops.url
    }
    const mail = createMail({
      smtp_url: config.SMTP_URL,
      from: config.MAIL_FROM,
      count: (outcome) => metrics.mail.inc({ outcome }),
    })
    undo.push(() => mail.stop())
    const onHintFault = (err: unknown) => log.error({ err }, 'a wake-up after a commit failed; the commit stands')
    const system = api ? await pools.open('system') : first
    const system_role = api ? SYSTEM_ROLE : WORKER_ROLE
    const transactions = transactionsOn({ app: first, system, system_role, onHintFault })
    const keys = await openKeys({ config, log, api, transactions, wake })
    undo.push(() => keys.stop())
    const { keyring } = keys
    const webhook_secrets = webhookSecretsOf(keyring.sealing)
    const push_keys = config.PUSH_KEYS
    const shared = { outside, wake, webhook_secrets, metrics, push_keys }
    const time = { now: () => new Date(), time_scale: config.WEBHOOK_TIME_SCALE }
    if (worker) {
      const pool = api ? await pools.open('worker') : first
      const jobs = await startJobs(pool, {
        notification: wake,
        worker,
        onFault: (err, about) => log.error({ err, ...about }, 'job'),
        tracing,
        count: (queue, outcome, n) => metrics.job.inc({ queue, outcome }, n),
      })
      const of_worker = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE, onHintFault })
      const ledger = ledgerOf(config, outside, keyring.receipt)
      undo.push(() => releaseLedgers(of_worker, ledger))
      undo.push(() => jobs.stop())
      const logged = { log_signer: await logSignerFor(config), logged_keys: () => loggedKeysOf(keyring) }
      await startWorkers(jobs, {
        ...shared,
        ...time,
        ...logged,
        ledger,
        log,
        transactions: of_worker,
        key_rotation: keys.rotation,
        mail,
        portal_url: config.PORTAL_URL,
        vapid: vapidFor(contactOf(config)),
        witnesses: createWitnessClient(),
        head_writer: reader && { ...reader, sign: receiptSignerOf(head_keys) },
      })
    }
    if (!api) {
      state = 'serving'
      return { ...told, url: undefined, wallet_url: undefined }
    }

    state = 'serving'
    const shown = {
      config,
      log,
      version: VERSION,
      observeRefusal,
      draining: draining.signal,
      ready,
      metricsText,
      epoch: watch.epoch,
      tracing,
    }
    const app = await buildApp({ ...shared, ...shown, keyring, transactions, pool: first, jobs: enqueueWith(wake) })
    undo.push(() => closeInTime(app))
    const url = await app.listen({ host: config.HOST, port: config.PORT })
    const wallet_url =
      config.WALLET_PORT === undefined ? undefined : await serveWallet(config.WALLET_PORT, keyring.facts)
    undo.push(() => sleep(config.DRAIN_MS))
    return { ...told, url, wallet_url }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Once it closes, Node looks at no time limit any more: a call whose client never sends the rest would hold it for good. */
const closeInTime = async (app: FastifyInstance): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX)
  await app.close()
  clearTimeout(late)
}

/** Nobody is asked where no source is set. */
const ledgerOf = (config: Config, { ledger }: Outside, receipt_keys: KeySource) => ({
  holder: newUuid(),
  networks: openNetworks({
    sources: config.LEDGER_SOURCES,
    quorum: config.LEDGER_QUORUM,
    https: ledger,
    now: () => Date.now(),
  }),
  validators: config.LEDGER_VALIDATORS,
  signReceipt: config.LEDGER_SOURCES.length === 0 ? () => '' : receiptSignerOf(receipt_keys),
})
