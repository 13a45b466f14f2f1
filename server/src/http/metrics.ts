/** What is counted. Labels come from declared operations and codes only, so a caller cannot add a series. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly call: Histogram<'operation' | 'status'>
  readonly refusal: Counter<'operation' | 'code'>
  readonly job: Counter<'queue' | 'outcome'>
  readonly webhook_attempt: Histogram<'outcome'>
  readonly webhook_delivery: Counter<'outcome'>
  /** A figure that is read whenever somebody looks; one that cannot be read is left out. */
  watch(name: `svc_${string}`, help: string, read: () => Promise<number>): void
  text(): Promise<string>
}

export const createMetrics = (pool: { totalCount: number; idleCount: number; waitingCount: number }): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const [name, help, read] of [
    ['svc_database_connections', 'open connections', () => pool.totalCount],
    ['svc_database_connections_idle', 'open connections that nobody uses', () => pool.idleCount],
    ['svc_database_waiting', 'calls that wait for a connection', () => pool.waitingCount],
  ] as const) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect() {
        gauge.set(read())
      },
    })
  }
  return {
    call: new Histogram({
      name: 'svc_call_duration_seconds',
      help: 'time from the first byte of a call to the end of its answer',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    refusal: new Counter({
      name: 'svc_refusals_total',
      help: 'calls refused, by code',
      labelNames: ['operation', 'code'],
      registers,
    }),
    job: new Counter({ name: 'svc_jobs_total', help: 'jobs run', labelNames: ['queue', 'outcome'], registers }),
    webhook_attempt: new Histogram({
      name: 'svc_webhook_attempt_duration_seconds',
      help: 'time of an attempt to deliver a webhook, by its kind of error or `delivered`',
      labelNames: ['outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers,
    }),
    webhook_delivery: new Counter({
      name: 'svc_webhook_deliveries_total',
      help: 'attempts to deliver a webhook, by what became of the delivery',
      labelNames: ['outcome'],
      registers,
    }),
    watch(name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        async collect() {
          gauge.remove()
          const value = await read().catch(() => undefined)
          if (value !== undefined) gauge.set(value)
        },
      })
    },
    text: () => registry.metrics(),
  }
}
