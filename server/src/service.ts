/** The parts of one process, started from the database outwards; `stop` undoes it in reverse, letting calls finish. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { webhookSecretsOf } from './delivery/webhooks/endpoints/webhook-secret.ts'
import type { Config } from './platform/config.ts'
import { createEgress } from './platform/egress/create-egress.ts'
import { watchReadiness } from './platform/health/check-readiness.ts'
import { startOpsServer } from './platform/health/ops-server.ts'
import { tellRoles, watchProcess } from './platform/health/watch-process.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { type MetricsJson, sharedText, writeMetrics } from './platform/http/metrics-format.ts'
import type { RefusalObserver } from './platform/http/refuse.ts'
import { enqueueWith } from './platform/jobs/enqueue.ts'
import { startNotifications } from './platform/notifications/notifications.ts'
import type { OnWait } from './platform/postgres/commit.ts'
import { readEpoch } from './platform/postgres/epoch.ts'
import { missingMigrations } from './platform/postgres/migrate.ts'
import { SYSTEM_ROLE, WORKER_ROLE } from './platform/postgres/pool.ts'
import { databaseUrls, poolsOf } from './platform/postgres/pools.ts'
import { transactionsOn } from './platform/postgres/transaction.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import { VERSION } from './platform/version.ts'
import type { KeySource } from './transparency/facts-keys/read-facts-keys.ts'
import { headKeysOf, openKeys } from './transparency/open-keys.ts'
import { behindMirror, headReaderOf } from './transparency/restore/service-head.ts'

const CLOSE_MS_MAX = 10_000
/** Connections that the kernel holds for us until we take them. Beyond, callers try again after seconds; Node's own 511 were too few. */
const CONNECTING_MAX = 4_096

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
    const { buildWalletSite } = await import('./platform/wallet-site.ts')
    const site = await buildWalletSite(config, log, facts_keys)
    undo.push(() => closeInTime(site))
    return site.listen({ host: config.HOST, port })
  }
  try {
    const pools = poolsOf({
      urls: databaseUrls(config),
      max: config.DATABASE_POOL_MAX,
      production: config.ENVIRONMENT === 'production',
      onWait: waitingIn(log),
    })
    undo.push(() => pools.end())
    const first = await pools.open(api ? 'app' : 'worker')
    const missing = await missingMigrations(first)
    if (missing.length > 0)
      throw new Error(`the database lacks ${missing.join(', ')}: run \`pursestrings-server migrate\` first`)
    const head_keys = headKeysOf(config)
    const egress = await createEgress(config)
    undo.push(() => egress.webhooks.stop())
    undo.push(() => egress.push.stop())
    const reader = headReaderOf({ ...config, RECEIPT_KEYS: head_keys }, egress.mirror)
    await reader?.mirror.expectThere()
    const behind = reader && (() => behindMirror(first, reader))
    const restored = await behind?.()
    if (restored !== undefined) throw new Error(restored)
    const { epoch } = await readEpoch(first)

    const notifications = startNotifications(config.NATS_URL, (error) => log.error({ err: error }, 'wake-ups failed'))
    undo.push(() => notifications.stop())
    const metrics = createMetrics(pools.opened, { traced: config.TRACE_URL !== undefined })
    watchProcess(metrics, { pool: first, notifications, version: VERSION, now: () => new Date() })
    const tracing = await startTracing({
      url: config.TRACE_URL,
      ratio: config.TRACE_RATIO,
      version: VERSION,
      role: api && worker ? 'all' : api ? 'api' : 'worker',
      onDropped: (spans) => metrics.spans_dropped.inc(spans),
    })
    undo.push(() => tracing.stop())
    const watch = watchReadiness({
      pool: pools.apart(api ? 'app' : 'worker'),
      notifications,
      state: () => state,
      epoch,
      behind,
    })
    undo.push(() => watch.stop())
    const { ready } = watch
    const roles = [...(api ? ['api'] : []), ...(worker ? ['worker'] : [])]
    tellRoles(metrics, { roles, ready, wanted: api ? config.API_PROCESSES : 1 })
    const metricsText = sharedText(async (format) =>
      member ? writeMetrics(await member.metricsOfAll(), format) : metrics.text(format),
    )
    const common = { ops_url: '', ready, metrics: () => metrics.json(), stop }
    if (member === undefined) {
      const at = { host: config.OPS_HOST, port: config.OPS_PORT }
      const ops = await startOpsServer({ ...at, version: VERSION, ready, metrics: metricsText })
      undo.push(() => ops.stop())
      common.ops_url = ops.url
    }
    const onHintFault = (err: unknown) => log.error({ err }, 'a wake-up after a commit failed; the commit stands')
    const system = api ? await pools.open('system') : first
    const system_role = api ? SYSTEM_ROLE : WORKER_ROLE
    const transactions = transactionsOn({ app: first, system, system_role, onHintFault })
    const keys = await openKeys({ config, log, api, transactions, notifications })
    undo.push(() => keys.stop())
    const { keyring } = keys
    const webhook_secrets = webhookSecretsOf(keyring.sealing)
    const shared = {
      config,
      log,
      egress,
      notifications,
      webhook_secrets,
      metrics,
      push_keys: config.PUSH_KEYS,
      tracing,
    }
    if (worker) {
      const { startWorker } = await import('./commands/worker.ts')
      const pool = api ? await pools.open('worker') : first
      await startWorker({ ...shared, undo, pool, onHintFault, keys, head_keys, reader })
    }
    state = 'serving'
    if (!api) return { ...common, url: undefined, wallet_url: undefined }

    const { buildApp } = await import('./app.ts')
    const process_parts = {
      version: VERSION,
      observeRefusal,
      draining: draining.signal,
      ready,
      metricsText,
      epoch: watch.epoch,
    }
    const app = await buildApp({
      ...shared,
      ...process_parts,
      keyring,
      transactions,
      pool: first,
      jobs: enqueueWith(notifications),
    })
    undo.push(() => closeInTime(app))
    const url = await app.listen({ host: config.HOST, port: config.PORT, backlog: CONNECTING_MAX })
    const wallet_url =
      config.WALLET_PORT === undefined ? undefined : await serveWallet(config.WALLET_PORT, keyring.facts)
    undo.push(() => sleep(config.DRAIN_MS))
    return { ...common, url, wallet_url }
  } catch (error) {
    await stop()
    throw error
  }
}

/** For whoever wonders why a process that starts does nothing. */
export const waitingIn =
  (log: Logger): OnWait =>
  ({ message }) =>
    log.warn({ reason: message }, 'the database does not answer yet; asking again')

/** Once it closes, Node looks at no time limit any more: a call whose client never sends the rest would hold it for good. */
const closeInTime = async (app: FastifyInstance): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX)
  await app.close()
  clearTimeout(late)
}
