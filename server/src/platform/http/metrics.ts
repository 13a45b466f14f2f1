/** What is counted. Labels come from declared operations and codes only, so a caller cannot add a series. */
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
  type RegistryContentType,
} from 'prom-client'
import { lazy } from '../lazy.ts'
import { METRICS_TYPES, type MetricsFormat, type MetricsJson, textOf } from './metrics-format.ts'

/** Watched figures cost a query: however many ask, and however often, it is made this seldom. */
const WATCHED_EVERY_MS = 10_000

export interface Metrics {
  /** With the trace of a call that is traced, as its exemplar. */
  observeCall(labels: { operation: string; status: number }, seconds: number, trace_id: string | undefined): void
  readonly refusal: Counter<'operation' | 'code'>
  /** Calls of people and programs that are known, or need not be. */
  readonly served: Counter<'operation' | 'outcome'>
  readonly outcome_unknown: Counter
  readonly job: Counter<'queue' | 'outcome'>
  /** Tables whose statistics had fallen behind; names come from the catalogue. */
  readonly table_analysed: Counter<'table'>
  /** Facts that no longer fit their digest: any at all is an alarm. */
  readonly facts_mismatch: Counter
  /** Answers of ledgers' sources that could not be used, and rounds without a verdict. */
  readonly ledger_fault: Counter<'source' | 'why'>
  /** Questions to resolvers; names are not in it. */
  readonly dns: Counter<'resolver' | 'said'>
  readonly settlement: Counter<'outcome'>
  readonly webhook_attempt: Histogram<'outcome'>
  readonly webhook_delivery: Counter<'outcome'>
  readonly webhook_reconciled: Counter
  readonly push: Counter<'outcome'>
  /** Calls that were refused because there were too many, by what was full. */
  readonly shed: Counter<'reason'>
  readonly spans_dropped: Counter
  readonly create_batch: Histogram
  /** From when an event happened until somebody who waited for it has it. */
  readonly feed_delay: Histogram
  readonly webhook_first_attempt: Histogram
  readonly mail: Counter<'outcome'>
  /** A figure that this process knows without asking anybody. */
  count(name: `svc_${string}`, help: string, read: () => number): void
  /** The same, by what a label calls them. */
  countBy(name: `svc_${string}`, help: string, label: string, read: () => ReadonlyMap<string, number>): void
  /**
   * A figure that is read when somebody looks, every ten seconds at most; one that cannot be read is left out. Of several
   * processes the greatest is told.
   */
  watch(name: `svc_${string}`, help: string, read: () => Promise<number | undefined>): void
  /** The same for several figures at once, by what a label calls them. */
  watchBy(name: `svc_${string}`, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void
  text(format: MetricsFormat): Promise<string>
  json(): Promise<MetricsJson[]>
}

interface MeasuredPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

interface Options {
  /** Without tracing there is no place for exemplars, and nothing is spent on them. */
  readonly traced: boolean
  readonly now?: () => number
}

export const createMetrics = (
  pools: ReadonlyMap<string, MeasuredPool>,
  { traced, now = () => performance.now() }: Options,
): Metrics => {
  const registry = new Registry<RegistryContentType>()
  // The library takes exemplars into no other.
  if (traced) registry.setContentType(METRICS_TYPES.openmetrics)
  const registers = [registry]
  for (const metric of metricsOfProcess()) registry.registerMetric(metric)
  for (const [name, help, read] of [
    ['svc_database_connections', 'open connections', (pool: MeasuredPool) => pool.totalCount],
    ['svc_database_connections_idle', 'open connections that nobody uses', (pool: MeasuredPool) => pool.idleCount],
    ['svc_database_waiting', 'calls that wait for a connection', (pool: MeasuredPool) => pool.waitingCount],
  ] as const) {
    const gauge: Gauge<'login'> = new Gauge({
      name,
      help: `${help}, by login`,
      labelNames: ['login'],
      registers,
      collect() {
        for (const [login, pool] of pools) gauge.set({ login }, read(pool))
      },
    })
  }
  const call: Histogram<'operation' | 'status' | 'trace_id'> = new Histogram({
    name: 'svc_call_duration_seconds',
    help: 'time from the first byte of a call to the end of its answer',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    enableExemplars: traced,
    registers,
  })
  return {
    observeCall: traced
      ? (labels, value, trace_id) =>
          call.observe({ labels, value, ...(trace_id !== undefined && { exemplarLabels: { trace_id } }) })
      : (labels, value) => call.observe(labels, value),
    refusal: new Counter({
      name: 'svc_refusals_total',
      help: 'calls refused, by code',
      labelNames: ['operation', 'code'],
      registers,
    }),
    served: new Counter({
      name: 'svc_calls_total',
      help: 'calls, without those of callers who were turned away unknown: `failed` is a 5xx, `answered` everything else',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    outcome_unknown: new Counter({
      name: 'svc_outcome_unknown_total',
      help: 'changes of which the database did not say whether it kept them',
      registers,
    }),
    job: new Counter({
      name: 'svc_jobs_total',
      help: 'jobs run, by how they ended',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    table_analysed: new Counter({
      name: 'svc_tables_analysed_total',
      help: 'tables analysed because they had outgrown their statistics',
      labelNames: ['table'],
      registers,
    }),
    facts_mismatch: new Counter({
      name: 'svc_facts_mismatch_total',
      help: 'reads refused because payment facts do not fit the digest that was committed; must stay 0',
      registers,
    }),
    ledger_fault: new Counter({
      name: 'svc_ledger_faults_total',
      help: 'sources of the ledger that could not be used, and rounds without a verdict, by why',
      labelNames: ['source', 'why'],
      registers,
    }),
    dns: new Counter({
      name: 'svc_dns_questions_total',
      help: 'questions to resolvers, by resolver, and whether it `answered` or was `silent`',
      labelNames: ['resolver', 'said'],
      registers,
    }),
    settlement: new Counter({
      name: 'svc_settlements_total',
      help: 'what the ledger was found to say of payments',
      labelNames: ['outcome'],
      registers,
    }),
    webhook_attempt: new Histogram({
      name: 'svc_webhook_attempt_duration_seconds',
      help: 'time of an attempt to deliver a webhook, by its kind of error or `delivered`',
      labelNames: ['outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    push: new Counter({
      name: 'svc_push_messages_total',
      help: 'attempts to send a push message, by what became of it',
      labelNames: ['outcome'],
      registers,
    }),
    webhook_delivery: new Counter({
      name: 'svc_webhook_deliveries_total',
      help: 'attempts to deliver a webhook, by what became of the delivery',
      labelNames: ['outcome'],
      registers,
    }),
    webhook_reconciled: new Counter({
      name: 'svc_webhook_reconciled_total',
      help: 'events that had been fanned out to an endpoint too few, and were fanned out again',
      registers,
    }),
    shed: new Counter({
      name: 'svc_shed_total',
      help: 'calls refused because there were too many: in the process, of one tenant, waiting, or waiting too long',
      labelNames: ['reason'],
      registers,
    }),
    spans_dropped: new Counter({
      name: 'svc_trace_spans_dropped_total',
      help: 'spans that never reached the collector at TRACE_URL',
      registers,
    }),
    create_batch: new Histogram({
      name: 'svc_create_batch_items',
      help: 'payment requests that one statement was given to create',
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    feed_delay: new Histogram({
      name: 'svc_feed_delay_seconds',
      help: 'time from an event until somebody who polls or streams, and waited for it, has it',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    webhook_first_attempt: new Histogram({
      name: 'svc_webhook_first_attempt_delay_seconds',
      help: 'time from an event until the first attempt to deliver it',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    mail: new Counter({
      name: 'svc_mail_total',
      help: 'mails that the mail server took (`sent`) or did not (`failed`, or `no_mailbox` where the address is wrong)',
      labelNames: ['outcome'],
      registers,
    }),
    count(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    countBy(name, help, label, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          for (const [of, value] of read()) gauge.set({ [label]: of }, value)
        },
      })
    },
    watch(name, help, read) {
      const keep = keptFor(WATCHED_EVERY_MS, now, read)
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        aggregator: 'max',
        async collect() {
          const value = await keep()
          gauge.remove()
          if (value !== undefined) gauge.set(value)
        },
      })
    },
    watchBy(name, help, label, read) {
      const keep = keptFor(WATCHED_EVERY_MS, now, read)
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        aggregator: 'max',
        async collect() {
          const values = await keep()
          gauge.reset()
          for (const [of, value] of values ?? []) gauge.set({ [label]: of }, value)
        },
      })
    },
    text: (format) => textOf(registry, format),
    json: () => registry.getMetricsAsJSON(),
  }
}

/**
 * What is true of the process, however many services run in it. The library looks at its memory and its event loop from then on
 * and can't be stopped: each service with figures of its own would be kept in memory for good.
 */
const metricsOfProcess = lazy(() => {
  const registry = new Registry()
  // It sees a tenth of a second where nothing is in its way. Looking ten times as often was half of what an idle process cost.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  return registry.getMetricsAsArray() as unknown as readonly Metric[]
})

/** What was read is told again for a while, also to those who ask while it is being read; a failed reading is not kept. */
const keptFor = <T>(
  keep_ms: number,
  now: () => number,
  read: () => Promise<T | undefined>,
): (() => Promise<T | undefined>) => {
  let kept: { at: number; value: Promise<T | undefined> } | undefined
  return () => {
    if (kept === undefined || now() - kept.at >= keep_ms) {
      const reading = { at: now(), value: read().catch(() => undefined) }
      kept = reading
      void reading.value.then((value) => {
        if (value === undefined && kept === reading) kept = undefined
      })
    }
    return kept.value
  }
}
