/** The api as a process of its own, with the probe in it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MAIN } from '../../../server/test/process.ts'
import { until } from '../../../server/test/until.ts'
import { freePort } from '../../../tools/dev/free-port.ts'

export interface Probed {
  /** The longest turn of the event loop since the last look, in ms of its own processor time. */
  readonly longest_ms: number
  readonly heap: number
  readonly rss: number
}

export interface ServerUnderTest {
  readonly url: string
  look(): Promise<Probed>
  /** Looks again and again, and at the end: all that was seen. */
  watch(every_ms: number): { stop(): Promise<readonly Probed[]> }
  /** What it logged as errors. */
  errors(): readonly string[]
  alive(): boolean
  stop(): Promise<void>
}

const ERRORS_KEPT = 100
const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url))

export const startServerUnderTest = async (settings: Readonly<Record<string, string>>): Promise<ServerUnderTest> => {
  // What it is asked to log does not say where it listens.
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', PROBE, MAIN, 'api'], {
    env: {
      PATH: process.env.PATH,
      ...settings,
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const errors: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      errors.push(chunk.toString())
      if (errors.length > ERRORS_KEPT) errors.shift()
    })
  }
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the api did not start:\n${errors.join('')}`)
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    return answer?.ok === true
  })
  const look = async () => {
    const told = once(child, 'message')
    child.send('look')
    const [probed] = (await told) as [Probed]
    return probed
  }
  return {
    url,
    look,
    watch(every_ms) {
      const ending = new AbortController()
      const seen: Probed[] = []
      const watching = async () => {
        while (!ending.signal.aborted) {
          await sleep(every_ms, undefined, { signal: ending.signal }).catch(() => {})
          seen.push(await look())
        }
        return seen
      }
      const seen_all = watching()
      return {
        stop() {
          ending.abort()
          return seen_all
        },
      }
    },
    errors: () => errors,
    alive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
