/** `pursestrings-server probe --canary`, as a process of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { MAIN } from './process.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const ARGS = [MAIN, 'probe', '--canary']
const env = { PATH: process.env.PATH }
const START_DEADLINE_MS = 60_000

/** As it is in the file; what is no object is written as it is. */
export const canaryFile = (content: object | string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-canary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'canary.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 })
  return file
}

export interface Probed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const probeOnce = (content: object | string, ...more: readonly string[]): Promise<Probed> =>
  run(process.execPath, [...ARGS, canaryFile(content), ...more], { env }).then(
    (out) => ({ code: 0, ...out }),
    ({ code, stdout, stderr }: Probed) => ({ code, stdout, stderr }),
  )

export interface RunningCanary {
  readonly url: string
  output(): string
  /** Answers with the exit code. */
  end(): Promise<number | null>
}

export const startCanary = async (content: object, every_s: number): Promise<RunningCanary> => {
  const args = [...ARGS, canaryFile(content), '--every', String(every_s), '--listen', '127.0.0.1:0']
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null]>
  onTestFinished(() => void child.kill('SIGKILL'))
  const at = () => /metrics at (http:\S+)\/metrics/.exec(output)?.[1]
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the canary did not start:\n${output}`)
    return at() !== undefined
  }, START_DEADLINE_MS)
  return {
    url: at() as string,
    output: () => output,
    async end() {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}
