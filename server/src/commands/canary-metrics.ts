/** What a canary measured, for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type MetricsFormat, textOf } from '../platform/http/metrics-format.ts'
import { type CanaryRun, STEPS } from './canary.ts'

export const createCanaryMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  const ok = new Gauge({ name: 'svc_canary_ok', help: '1 if the last run passed, 0 if it failed', registers })
  const token = new Gauge({
    name: 'svc_canary_token_seconds_left',
    help: "how long the canary's token still works, as of its last run that passed",
    registers,
  })
  const certificate = new Gauge({
    name: 'svc_canary_certificate_seconds_left',
    help: "how long the service's certificate is still valid, as of the last run that reached it",
    registers,
  })
  const runs = new Counter({
    name: 'svc_canary_runs_total',
    help: 'runs, by how they ended',
    labelNames: ['outcome'],
    registers,
  })
  const steps = new Histogram({
    name: 'svc_canary_step_duration_seconds',
    help: 'time of each step of the runs that passed',
    labelNames: ['step'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  // The library begins with 0, which would be a failure that nobody saw.
  ok.remove()
  token.remove()
  certificate.remove()
  for (const outcome of ['passed', 'failed']) runs.inc({ outcome }, 0)
  return {
    passed({ ms, token_s }: CanaryRun): void {
      ok.set(1)
      token.set(token_s)
      runs.inc({ outcome: 'passed' })
      for (const step of STEPS) steps.observe({ step }, ms[step] / 1000)
    },
    certificate: (seconds_left: number): void => certificate.set(seconds_left),
    failed(): void {
      ok.set(0)
      runs.inc({ outcome: 'failed' })
    },
    text: (format: MetricsFormat): Promise<string> => textOf(registry, format),
  }
}
