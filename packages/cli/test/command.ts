/**
 * The CLI as a script runs it: no terminal, a configuration folder of the test's own. What is started is a process of its own, with
 * signals and an end. What is run to its end is run here, which takes a fraction of the work; beside another one that is
 * still running it is a process, too, as commands side by side are.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { until } from '../../../server/test/until.ts'
import { bundled } from '../../../tools/dev/bundled.ts'
import { runCommandLine } from '../src/command-line.ts'
import { runAt, type Terminal } from '../src/terminal.ts'

export const MAIN = await bundled('packages/cli')
const LAUNCHER = fileURLToPath(new URL('../bin/pursestrings.js', import.meta.url))
const START_MS_MAX = 60_000

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  /** What it has printed so far, on either stream. */
  said(): string
  /** Waits until its output fits; gives the match. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  write(text: string): void
  end(signal?: NodeJS.Signals): Promise<number | null>
  readonly ended: Promise<Ended>
}

export interface Home {
  readonly folder: string
  run(args: readonly string[], input?: string): Promise<Ended>
  /** Runs it with --json, expects success, and gives the one document that it printed. */
  json<T = Record<string, never>>(args: readonly string[]): Promise<T>
  start(args: readonly string[], launcher?: boolean): Started
  remove(): void
}

export const newHome = (environment: Readonly<Record<string, string>> = {}): Home => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-home-'))
  const env = {
    PATH: process.env['PATH'] ?? '',
    PURSESTRINGS_CONFIG_DIR: folder,
    ...environment,
  }
  const begin = (args: readonly string[], launcher = false): ChildProcess =>
    spawn(process.execPath, [launcher ? LAUNCHER : MAIN, ...args], { env, stdio: 'pipe' })
  const start: Home['start'] = (args, launcher) => {
    const child = begin(args, launcher)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    }
    const ended = endOf(child)
    return {
      ended,
      said: () => said,
      async says(pattern) {
        await until(() => pattern.test(said) || child.exitCode !== null, START_MS_MAX)
        const found = pattern.exec(said)
        if (!found) throw new Error(`${args.join(' ')} ended without saying ${pattern}: ${(await ended).stderr}`)
        return found
      },
      write: (line) => void child.stdin?.write(line),
      async end(signal = 'SIGINT') {
        child.kill(signal)
        return (await ended).code
      },
    }
  }
  const run: Home['run'] = (args, input = '') => {
    if (!is_running) return runHere(args, env, input)
    const child = begin(args)
    child.stdin?.end(input)
    return endOf(child)
  }
  return {
    folder,
    run,
    start,
    async json<T>(args: readonly string[]) {
      const { code, stdout, stderr } = await run([...args, '--json'])
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout) as T
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

let is_running = false

const runHere = async (args: readonly string[], env: NodeJS.ProcessEnv, input: string): Promise<Ended> => {
  is_running = true
  const [stdout, stderr] = [newPipe(), newPipe()]
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false })
  const argv = [process.execPath, MAIN, ...args]
  const at: Terminal = { argv, env, stdin, stdout: stdout.end, stderr: stderr.end, on: () => {} }
  await runAt(at, runCommandLine).finally(() => {
    is_running = false
  })
  return { code: Number(at.exitCode ?? 0), stdout: stdout.said(), stderr: stderr.said() }
}

const newPipe = () => {
  const chunks: Buffer[] = []
  const end = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { end, said: () => Buffer.concat(chunks).toString() }
}

const endOf = async (child: ChildProcess): Promise<Ended> => {
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
