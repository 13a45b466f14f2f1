/**
 * Several api processes behind one port, for machines with more than one core. The first process accepts connections and
 * gives them out in turn, so that none waits in the queue of a process that is busy or has died. It serves the private port for
 * all of them, starts another one for each that ends, and runs the worker where both roles are asked for.
 */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { notReady, watchStart } from '../platform/health/check-readiness.ts'
import { startOpsServer } from '../platform/health/ops-server.ts'
import { type MetricsJson, sharedText, sumOfMetrics, writeMetrics } from '../platform/http/metrics-format.ts'
import { VERSION } from '../platform/version.ts'
import { type Service, startService } from '../service.ts'

/** What the first process asks the others, and what they ask it. */
type Question = 'ready' | 'metrics' | 'metrics of all'
type Message =
  | { readonly started: string }
  | { readonly ask: Question; readonly id: number }
  | { readonly answer: number; readonly value: unknown }

/** A process that does not answer for so long is not ready, and not counted. */
const ANSWER_MS = 2_000
const RESTART_MS_MAX = 10_000

type Readiness = { readonly ready: object } | { readonly not_ready: string }

interface Peer {
  send(message: Message): void
  hear(listener: (message: Message) => void): void
}

/** Questions in both directions over one channel. */
const converse = ({ send, hear }: Peer, answers: Partial<Record<Question, () => Promise<unknown>>>) => {
  const waiting = new Map<number, (value: unknown) => void>()
  let asked = 0
  hear((message) => {
    if ('answer' in message) {
      waiting.get(message.answer)?.(message.value)
    } else if ('ask' in message) {
      const { id, ask } = message
      const reply = (value: unknown) => send({ answer: id, value })
      void answers[ask]?.().then(reply, () => reply(undefined))
    }
  })
  return {
    /** Undefined where no answer comes in time. */
    async ask<T>(ask: Question): Promise<T | undefined> {
      const id = asked++
      const late = new AbortController()
      const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve))
      send({ ask, id })
      try {
        return (await Promise.race([answer, sleep(ANSWER_MS, undefined, { signal: late.signal })])) as T | undefined
      } finally {
        late.abort()
        waiting.delete(id)
      }
    },
  }
}

/** One of the processes that answer calls; it ends with the first one. */
export const startMember = async (config: Config, log: Logger): Promise<Service> => {
  let service: Service | undefined
  const starting = watchStart(log, () => new Date())
  const readiness = async (): Promise<Readiness> => {
    try {
      return { ready: (service ?? starting).ready() }
    } catch (error) {
      return { not_ready: (error as Error).message }
    }
  }
  const send = (message: Message) => void (process.connected && process.send?.(message))
  const first = converse(
    { send, hear: (listener) => process.on('message', listener) },
    { ready: readiness, metrics: async () => service?.metrics() ?? [] },
  )
  const metricsOfAll = async () => (await first.ask<MetricsJson[]>('metrics of all')) ?? []
  service = await startService({ config, log, api: true, worker: false, member: { metricsOfAll, starting } })
  send({ started: service.url as string })
  // Calls keep the process alive, the channel does not.
  process.channel?.unref()
  return service
}

type Running = Pick<Service, 'url' | 'ops_url' | 'stop'>

interface Member {
  readonly worker: Worker
  readonly ask: ReturnType<typeof converse>['ask']
  started: boolean
}

export const startGroup = async (config: Config, log: Logger, { worker }: { worker: boolean }): Promise<Running> => {
  const { API_PROCESSES: wanted } = config
  const members = new Set<Member>()
  let stopping = false
  let failed_in_a_row = 0
  let jobs: Service | undefined
  const starting = watchStart(log, () => new Date())
  const metricsOfAll = async (): Promise<MetricsJson[]> => {
    const asked = [...members].map(({ ask }) => ask<MetricsJson[]>('metrics'))
    return sumOfMetrics((await Promise.all([...asked, jobs?.metrics()])).filter((one) => one !== undefined))
  }
  const ready = async (): Promise<object> => {
    if (stopping) throw notReady('This process is stopping.')
    if (worker && !jobs) starting.ready()
    const asked = await Promise.all([...members].map(({ ask }) => ask<Readiness>('ready')))
    const answers = asked.map((one) => one ?? { not_ready: 'It does not answer.' })
    const faults = answers.flatMap((one) => ('not_ready' in one ? one.not_ready : []))
    const count = answers.length - faults.length
    if (count < wanted) throw notReady(`${count} of ${wanted} api processes are ready. ${faults.join(' ')}`.trim())
    jobs?.ready()
    return (answers[0] as { ready: object }).ready
  }
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    version: VERSION,
    ready,
    metrics: sharedText(async (format) => writeMetrics(await metricsOfAll(), format)),
  })

  const add = (): Promise<string> => {
    const child = cluster.fork()
    const peer: Peer = {
      send: (message) => void (child.isConnected() && child.send(message)),
      hear: (listener) => child.on('message', listener),
    }
    const member: Member = { worker: child, ...converse(peer, { 'metrics of all': metricsOfAll }), started: false }
    members.add(member)
    return new Promise((resolve, reject) => {
      peer.hear((message) => {
        if (!('started' in message)) return
        member.started = true
        failed_in_a_row = 0
        resolve(message.started)
      })
      child.once('exit', (code, signal) => {
        members.delete(member)
        reject(new Error(`an api process did not start: it ended with ${signal ?? `code ${code}`}`))
        if (stopping || !serving) return
        log.error({ pid: child.process.pid, code, signal }, 'an api process ended; another one is started')
        void replace(member.started)
      })
    })
  }
  /** One that served is replaced at once; one that never did would only end again. */
  const replace = async (served: boolean): Promise<void> => {
    if (!served) await sleep(Math.min(RESTART_MS_MAX, 500 * 2 ** failed_in_a_row++), undefined, { ref: false })
    if (!stopping) await add().catch(() => {})
  }

  const stop = async () => {
    stopping = true
    await Promise.all(
      [...members].map(({ worker: { process: child } }) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        return ended
      }),
    )
    await jobs?.stop()
    await ops.stop()
  }
  let serving = false
  try {
    if (worker) jobs = await startService({ config, log, api: false, worker, member: { metricsOfAll, starting } })
    const [url] = await Promise.all(Array.from({ length: wanted }, add))
    serving = true
    return { url: url as string, ops_url: ops.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
