/**
 * The parts of one process, started from the database outwards; `stop` undoes it in reverse, letting calls finish. A database that
 * goes away while they start is waited for, and they start again; the private port is there all the time and says so.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { webhookSecretsOf } from './delivery/webhooks/endpoints/webhook-secret.ts'
import type { Config } from './platform/config.ts'
import { createEgress } from './platform/egress/create-egress.ts'
import { type Starting, watchReadiness, watchStart } from './platform/health/check-readiness.ts'
import { startOpsServer } from './platform/health/ops-server.ts'
import { tellRoles, watchProcess } from './platform/health/watch-process.ts'
import { createMetrics } from './platform/http/metrics.ts'
import { type MetricsFormat, type MetricsJson, sharedText, writeMetrics } from './platform/http/metrics-format.ts'
import type { RefusalObserver } from './platform/http/refuse.ts'
import { enqueueWith } from './platform/jobs/enqueue.ts'
import { startNotifications } from './platform/notifications/notifications.ts'
import { whenAnswering } from './platform/postgres/commit.ts'
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
  readonly member?: { metricsOfAll(): Promise<MetricsJson[]>; readonly starting: Starting }
}

/** What the private port tells. */
interface Told {
  ready(): object
  metrics(format: MetricsFormat): Promise<string>
}

export const startService = async (start: Start): Promise<Service> => {
  const { config, log, member } = start
  const starting = member?.starting ?? watchStart(log, () => new Date())
  let told: Told = { ready: () => starting.ready(), metrics: () => Promise.resolve('') }
  const at = { host: config.OPS_HOST, port: config.OPS_PORT, version: VERSION }
  const ops = member
    ? undefined
    : await startOpsServer({ ...at, ready: () => told.ready(), metrics: (format) => told.metrics(format) })
  const startAgain = () => startParts({ ...start, starting, tell: (now) => (told = now) })
  try {
    const service = await whenAnswering(startAgain, starting.onWait)
    const stop = async () => {
      try {
        await service.stop()
      } finally {
        await ops?.stop()
      }
    }
    return { ...service, ops_url: ops?.url ?? '', stop }
  } catch (error) {
    await ops?.stop()
    throw error
  }
}

interface Parts extends Start {
  readonly starting: Starting
  readonly tell: (told: Told) => void
}

const startParts = async ({
  config,
  log,
  api,
  worker,
  observeRefusal = () => {},
  member,
  starting,
  tell,
}: Parts): Promise<Omit<Service, 'ops_url'>> => {
  const undo: (() => unknown)[] = []
  let state: 'starting' | 'serving' | 'stopping' = 'starting'
  const draining = new AbortController()
  let watch: ReturnType<typeof watchReadiness> | undefined
  const stop = async () => {
    state = 'stopping'
    draining.abort()
    // One step that fails, as without a database, must not leave the others undone.
    const faults: unknown[] = []
    for (const step of undo.splice(0).toReversed()) {
      try {
        await step()
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0) throw faults[0]
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
    })
    undo.push(() => pools.end())
    const metrics = createMetrics(pools.opened, { traced: config.TRACE_URL !== undefined })
    const ready = () => (watch ?? starting).ready()
    const roles = [...(api ? ['api'] : []), ...(worker ? ['worker'] : [])]
    tellRoles(metrics, { roles, ready, wanted: api ? config.API_PROCESSES : 1 })
    const metricsText = sharedText(async (format) =>
      member ? writeMetrics(await member.metricsOfAll(), format) : metrics.text(format),
    )
    tell({ ready, metrics: metricsText })
    const first = await pools.open(api ? 'app' : 'worker')
    const missing = await missingMigrations(first)
    if (missing.length > 0)
      throw new Error(`the database lacks ${missing.join(', ')}: run \`pursestrings-server migrate\` first`)
    const head_keys = headKeysOf(config)
    const egress = await createEgress(config, (resolver, said, times) => metrics.dns.inc({ resolver, said }, times))
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
    watchProcess(metrics, { pool: first, notifications, version: VERSION, now: () => new Date() })
    const tracing = await startTracing({
      url: config.TRACE_URL,
      ratio: config.TRACE_RATIO,
      version: VERSION,
      role: api && worker ? 'all' : api ? 'api' : 'worker',
      onDropped: (spans) => metrics.spans_dropped.inc(spans),
    })
    undo.push(() => tracing.stop())
    const watching = watchReadiness({
      pool: pools.apart(api ? 'app' : 'worker'),
      notifications,
      state: () => state,
      epoch,
      behind,
      now: () => new Date(),
    })
    undo.push(() => watching.stop())
    watch = watching
    const common = { ready, metrics: () => metrics.json(), stop }
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
    if (!api) {
      state = 'serving'
      return { ...common, url: undefined, wallet_url: undefined }
    }

    const { buildApp } = await import('./app.ts')
    const process_parts = {
      version: VERSION,
      observeRefusal,
      draining: draining.signal,
      ready: watching.ready,
      metricsText,
      epoch: watching.epoch,
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
    // Whoever asks for readiness at the private port sends calls from now on.
    state = 'serving'
    return { ...common, url, wallet_url }
  } catch (error) {
    watch = undefined
    await stop().catch(() => {})
    throw error
  }
}

/** Once it closes, Node looks at no time limit any more: a call whose client never sends the rest would hold it for good. */
const closeInTime = async (app: FastifyInstance): Promise<void> => {
  const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS_MAX)
  await app.close()
  clearTimeout(late)
}
