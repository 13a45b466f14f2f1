/**
 * Decides how a process of ours is started and stopped in development. It has a process group of its own, so that Ctrl-C
 * reaches `npm run dev` alone and everything stops in the order that it chooses.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { freePort } from './free-port.ts'

// Decides which ports development uses: the one asked for when it is free, else a free one, and 0 always means a free one. Addresses have
// to be known before anything listens there, so a free one is one that no passing connection takes meanwhile.

const LOOPBACK = '127.0.0.1'

/** The port, or undefined when somebody else has it. */
async function tryPort(port: number, host: string): Promise<number | undefined> {
  if (port === 0) return freePort()
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, host, () => server.close(() => resolve(port)))
  })
}

/** For a port that people have in their bookmarks and settings: taken is a fault, not a reason to move. */
export async function claimPort(port: number, host = LOOPBACK): Promise<number> {
  const bound = await tryPort(port, host)
  if (bound !== undefined) return bound
  throw new Error(`port ${port} is taken. Choose another: PORT=${port + 1} npm run dev`)
}

/** For a port that only this run's links name: taken means another, and it is said. */
export async function portOrAnother(port: number, what: string, log: (line: string) => void): Promise<number> {
  const bound = await tryPort(port, LOOPBACK)
  if (bound !== undefined) return bound
  const other = await freePort()
  log(`${what}: port ${port} is taken, using ${other}`)
  return other
}

export function portFrom(environment: NodeJS.ProcessEnv, name: string, preset: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return preset
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${name} is not a port: ${text}`)
  return port
}

const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href
const STOP_MS_MAX = 8_000

/** What each runs: the first one brings the database up to date before it serves. */
const COMMANDS = { api: ['migrate', 'api'], worker: ['worker'] } as const

export type Role = keyof typeof COMMANDS

export interface RunningProcess {
  readonly role: Role
  /** Resolves with how it ended, such as `code 1`, whoever ended it. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export function startProcess(
  main: string,
  role: Role,
  environment: NodeJS.ProcessEnv,
  hear: (role: Role, line: string) => void,
): RunningProcess {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, main, ...COMMANDS[role]], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Windows would open a window for it.
    detached: process.platform !== 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => hear(role, line))
  }
  const ended = endOf(child)
  return {
    role,
    ended,
    async stop() {
      if (child.connected) child.disconnect()
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
      await ended
      clearTimeout(late)
    },
  }
}

/**
 * Once it has ended and its last line has been read. Not the event `close`, which says just that: Node does not emit it
 * after `disconnect`.
 */
async function endOf(child: ChildProcess): Promise<string> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const read = streams.map((stream) => finished(stream).catch(() => undefined))
  const end = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`))
  })
  await Promise.all(read)
  return end
}
