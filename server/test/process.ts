/** The real binary as a process of its own, started and ended by pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

export { freePort } from '../../scripts/free-port.ts'

/** A loaded machine starts slowly; a process that never starts is still found. */
const START_DEADLINE_MS = 60_000
export const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface Process {
  readonly pid: number
  readonly url: string
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
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@countersign/source', main, role], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
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
    if (child.exitCode !== null) throw new Error(`${role} did not start:\n${output}`)
    return output.includes('"msg":"started"')
  }, START_DEADLINE_MS).catch(async (error: Error) => {
    // Nobody else knows of it: it must not stay behind.
    if (child.exitCode === null && child.kill('SIGKILL')) await exited
    throw new Error(`${role}: ${error.message}\n${output}`, { cause: error })
  })
  return {
    pid: child.pid as number,
    url: `http://127.0.0.1:${settings.PORT}`,
    output: () => output,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return (await exited)[0]
    },
  }
}
