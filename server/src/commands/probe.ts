/** `probe`: is a service ready? Or, as a canary: does it do what an agent asks of it, once or again and again? */
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { parseArgs } from 'node:util'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readConfig } from '../platform/config.ts'
import { startOpsServer } from '../platform/health/ops-server.ts'
import { type MetricsFormat, textOf } from '../platform/http/metrics-format.ts'
import { VERSION } from '../platform/version.ts'
import { type Canary, CanaryFault, type CanaryRun, readCanary, runCanary, STEPS } from './canary.ts'

/** What a canary measured, for Prometheus. */
const createCanaryMetrics = () => {
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

// How long the certificate at an address is still valid, as anybody sees it who connects.

const ANSWER_MS_MAX = 5_000

/** Undefined without TLS, and where nobody answers. */
export const certificateSecondsLeft = (base_url: string): Promise<number | undefined> => {
  const { protocol, hostname, port } = new URL(base_url)
  if (protocol !== 'https:') return Promise.resolve(undefined)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve) => {
    // One that has expired already is looked at, too. Nothing is sent over this connection.
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false }, () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.destroy()
      resolve((Date.parse(valid_to) - Date.now()) / 1000)
    })
    const nobody = () => {
      socket.destroy()
      resolve(undefined)
    }
    socket.setTimeout(ANSWER_MS_MAX, nobody)
    socket.once('error', nobody)
  })
}

export const PROBE_USAGE = `  probe [<url>]     Exit 0 if a service is ready (default: OPS_PORT or PORT of this machine)
  probe --canary <file> [--every <seconds> --listen <host:port>]
                    Create, read and cancel a payment request; once, or again and again with metrics`

const READY_MS_MAX = 3_000
const EVERY_S = { least: 5, most: 3_600 }
const DAY_S = 86_400

export const runProbe = async (input: readonly string[]): Promise<void> => {
  const { canary: file, every, listen, url } = optionsOf(input)
  if (file === undefined) return probe(url ?? ownUrl())
  const canary = await readCanary(file)
  if (every === undefined || listen === undefined) return console.log(await once(canary))
  await again(canary, every, listen)
}

/** Workers have no other port than the one for operations. */
const ownUrl = (): string => {
  const { OPS_PORT, PORT } = readConfig()
  return `http://127.0.0.1:${OPS_PORT || PORT}`
}

const optionsOf = (input: readonly string[]) => {
  const wrong = (why: string) => new CanaryFault(`${why}\nusage:\n${PROBE_USAGE}`)
  let parsed: ReturnType<typeof parsedOf>
  try {
    parsed = parsedOf(input)
  } catch (error) {
    throw wrong((error as Error).message)
  }
  const { values, positionals } = parsed
  const { canary, every, listen } = values
  if (positionals.length > (canary === undefined ? 1 : 0)) throw wrong(`unexpected: ${positionals.at(-1)}`)
  if (canary === undefined && (every ?? listen) !== undefined) throw wrong('--every and --listen need --canary')
  if ((every === undefined) !== (listen === undefined))
    throw wrong('--every and --listen go together: a run that repeats tells what it measured at its port')
  return {
    canary,
    url: positionals[0],
    every: every === undefined ? undefined : secondsOf(every, wrong),
    listen: listen === undefined ? undefined : addressOf(listen, wrong),
  }
}

const parsedOf = (input: readonly string[]) =>
  parseArgs({
    args: [...input],
    allowPositionals: true,
    options: { canary: { type: 'string' }, every: { type: 'string' }, listen: { type: 'string' } },
  })

type Wrong = (why: string) => Error

const secondsOf = (text: string, wrong: Wrong): number => {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (seconds < EVERY_S.least || seconds > EVERY_S.most)
    throw wrong(`--every must be a number of seconds from ${EVERY_S.least} to ${EVERY_S.most}, such as 30`)
  return seconds
}

const addressOf = (text: string, wrong: Wrong): { host: string; port: number } => {
  const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535)
    throw wrong('--listen must be an address and a port, such as 127.0.0.1:9788')
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

const probe = async (url: string): Promise<void> => {
  const answer = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(READY_MS_MAX) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`not ready: ${text}`)
  console.log(text)
}

const once = async (canary: Canary, metrics?: ReturnType<typeof createCanaryMetrics>): Promise<string> => {
  try {
    const run = await runCanary(canary)
    metrics?.passed(run)
    const times = STEPS.map((step) => `${step} ${Math.round(run.ms[step])} ms`).join(', ')
    return `canary passed: ${times}; its token works for ${Math.floor(run.token_s / DAY_S)} more days`
  } catch (error) {
    metrics?.failed()
    throw new CanaryFault(`canary failed: ${(error as Error).message}`, { cause: error })
  }
}

const again = async (canary: Canary, every_s: number, at: { host: string; port: number }): Promise<void> => {
  const metrics = createCanaryMetrics()
  const ready = () => ({ status: 'ready' })
  const ops = await startOpsServer({ ...at, version: VERSION, ready, metrics: metrics.text }).catch((error: Error) => {
    const taken = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE'
    throw taken ? new CanaryFault(`--listen ${at.host}:${at.port} is taken: choose another port`) : error
  })
  console.log(`canary of ${canary.base_url} every ${every_s} s; metrics at ${ops.url}/metrics`)
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  let failing: boolean | undefined
  while (!stopping.signal.aborted) {
    const next = sleep(every_s * 1000, undefined, { signal: stopping.signal }).catch(() => {})
    const was = failing
    const said = await once(canary, metrics).then(
      (text) => {
        failing = false
        return text
      },
      (error: Error) => {
        failing = true
        return error.message
      },
    )
    const seconds_left = await certificateSecondsLeft(canary.base_url)
    if (seconds_left !== undefined) metrics.certificate(seconds_left)
    // Each failure, and when it is over; a run that passes after another says nothing new.
    if (failing || was !== false) console.log(`${new Date().toISOString()} ${said}`)
    await next
  }
  await ops.stop()
}
