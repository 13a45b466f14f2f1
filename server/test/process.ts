/** The real binary as a process of its own, started and ended by pid. It takes a free port, and says which. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundled } from '../../tools/dev/bundled.ts'
import { until } from './until.ts'

/** A loaded machine starts slowly; a process that never starts is still found. */
const START_DEADLINE_MS = 60_000
export const MAIN = await bundled('server')

interface Addresses {
  /** Where it serves; a worker does not. */
  readonly url: string
  readonly ops_url: string
}

export interface Process extends Addresses {
  readonly pid: number
  /** Sends the signal and waits for the end; answers with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  output(): string
}

/** A test that fails before it ends its processes leaves none behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export const startProcess = async (
  role: 'api' | 'worker',
  settings: Readonly<Record<string, string>>,
  main = MAIN,
): Promise<Process> => {
  const child: ChildProcess = spawn(process.execPath, [main, role], {
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = once(child, 'exit') as Promise<[number | null]>
  running.add(child)
  child.once('exit', () => running.delete(child))
  await until(() => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${role} did not start:\n${output}`)
    return startedAt(output) !== undefined
  }, START_DEADLINE_MS).catch(async (error: Error) => {
    // Nobody else knows of it: it must not stay behind.
    if (child.exitCode === null && child.kill('SIGKILL')) await exited
    throw new Error(`${role}: ${error.message}\n${output}`, { cause: error })
  })
  return {
    pid: child.pid as number,
    ...(startedAt(output) as Addresses),
    output: () => output,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return (await exited)[0]
    },
  }
}

/** As its log tells once it has started. */
export const startedAt = (log: string): Addresses | undefined => {
  const line = /^.*"msg":"started".*\n/m.exec(log)?.[0]
  if (line === undefined) return undefined
  const { url = '', ops_url } = JSON.parse(line) as { url?: string; ops_url: string }
  return { url, ops_url }
}

/** What production asks for besides a database and keys. */
export const PRODUCTION = {
  BASE_URL: 'https://pay.example',
  DNS_SERVERS: '192.0.2.1,192.0.2.2',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Pay <no-reply@pay.example>',
}
