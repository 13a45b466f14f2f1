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

/** Decides how the log of several processes reads on one screen: who, when, what, and then the facts of the line. */
const WIDTH = 'migrate'.length
const DIM = '\u001b[2m'
const RED = '\u001b[31m'
const PLAIN = '\u001b[0m'

export function formatLine(who: string, line: string, colour: boolean): string {
  const paint = (code: string, text: string) => (colour && text !== '' ? `${code}${text}${PLAIN}` : text)
  const name = paint(DIM, who.padEnd(WIDTH))
  const entry = parsed(line)
  if (entry === undefined) return `${name}  ${line}`
  const { level, time, msg, err, request_id: _id, ...facts } = entry
  const clock = paint(DIM, String(time).slice(11, 19))
  const bad = level === 'error' || level === 'fatal' || level === 'warn'
  const what = paint(bad ? RED : '', `${bad ? `${level}: ` : ''}${typeof msg === 'string' ? msg : ''}`)
  const rest = Object.entries(facts).map(([key, value]) => `${key}=${shown(value)}`)
  const head = [name, '', clock, what, ...rest].join(' ').trimEnd()
  return [head, ...stackOf(err).map((text) => `${' '.repeat(WIDTH + 2)}${text}`)].join('\n')
}

const SHOWN_MAX = 5

/** A long list, such as all that a first migration applies, is only counted. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length > SHOWN_MAX ? String(value.length) : JSON.stringify(value)
}

/** Undefined for what is no log entry, such as a message of Node itself. */
function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const entry: unknown = JSON.parse(line)
    return isEntry(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'level' in value
}

function stackOf(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return []
  const text = 'stack' in err ? err.stack : 'message' in err ? err.message : undefined
  return typeof text === 'string' ? text.split('\n') : []
}
