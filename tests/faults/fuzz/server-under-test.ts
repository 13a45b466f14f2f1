/** The api as a process of its own, with the probe in it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
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

// Clients that send a byte now and then, or nothing: heads and bodies that never come whole. Whoever is cut off comes back. They
// are a process of their own, so that they don't disturb whoever times the others.

/** One after the other, not all at the same moment. */
const EVERY_MS = 2_000
/** Opened in groups, as they would come over a network. */
const TOGETHER = 50

const START = 'POST /v1/app-devices HTTP/1.1\r\nhost: a.example\r\ncontent-type: application/json\r\n'
const SHAPES = [
  { first: 'GET /v1/connections/current HTTP/1.1\r\nhost: a.example\r\nx-slow: ', next: 'a' },
  { first: `${START}content-length: 4000\r\n\r\n{"name":"`, next: 'a' },
  { first: `${START}transfer-encoding: chunked\r\n\r\n`, next: '1\r\n{\r\n' },
  { first: '', next: '' },
] as const

const openIn = async (url: string, count: number) => {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let stopped = false
  const openOne = (n: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const { first, next } = SHAPES[n % SHAPES.length] ?? SHAPES[0]
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        open.add(socket)
        socket.write(first)
        const timer = setInterval(() => socket.writable && socket.write(next), EVERY_MS)
        socket.on('close', () => {
          clearInterval(timer)
          open.delete(socket)
          if (!stopped) setTimeout(() => void openOne(n).catch(() => {}), n)
        })
        resolve()
      })
      socket.on('data', () => {}).on('error', reject)
    })
  for (let n = 0; n < count; n += TOGETHER)
    await Promise.all(Array.from({ length: Math.min(TOGETHER, count - n) }, (_, i) => openOne(n + i)))
  return {
    open: () => open.size,
    stop() {
      stopped = true
    },
  }
}

export const openSlowSockets = async (url: string, count: number) => {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), url, String(count)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ask = async (what: 'count' | 'stop'): Promise<number> => {
    const told = once(child, 'message')
    child.send(what)
    return ((await told) as [number])[0]
  }
  await once(child, 'message')
  return {
    open: () => ask('count'),
    /** Nobody comes back any more. */
    stop: () => ask('stop'),
    async close() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

if (import.meta.main) {
  const [, , url = '', count = ''] = process.argv
  const slow = await openIn(url, Number(count))
  process.on('message', (what) => {
    if (what === 'stop') slow.stop()
    process.send?.(slow.open())
  })
  process.send?.(slow.open())
}
