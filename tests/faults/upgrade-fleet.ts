/** Processes of an old and of a new version on one database, and callers that go where /ready says, as a proxy does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, call, type Sent } from '../../server/test/call.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'

export interface Fleet {
  startApi(main: string): Promise<Process>
  startWorker(main: string): Promise<Process>
  /** A call to one of those that are ready; one that could not be sent is sent to another. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  /** Answers by address. */
  readonly answers: ReadonlyMap<string, number>
  readonly failed: readonly string[]
  slowest_ms(): number
  /** Ends with all of its processes; the codes that they ended with. */
  stop(): Promise<(number | null)[]>
  end(process: Process): Promise<void>
}

export const startFleet = (settings: Readonly<Record<string, string>>): Fleet => {
  const running: Process[] = []
  const ready = new Set<string>()
  const answers = new Map<string, number>()
  const failed: string[] = []
  const exits: (number | null)[] = []
  const watching = { on: true }
  let slowest_ms = 0
  let turn = 0

  const watch = async () => {
    while (watching.on) {
      for (const { url } of running) {
        const ok = await fetch(`${url}/ready`).then(
          (answer) => answer.ok,
          () => false,
        )
        if (ok) ready.add(url)
        else ready.delete(url)
      }
      await pause(50)
    }
  }
  const watched = watch()

  const send = async (method: string, path: string, sent?: Sent): Promise<Answer> => {
    const open = [...ready]
    const base = open[turn++ % open.length]
    if (base === undefined) throw new Error('no process is ready')
    const began = performance.now()
    try {
      const answer = await call(base, method, path, sent)
      answers.set(base, (answers.get(base) ?? 0) + 1)
      if (answer.status >= 400) failed.push(`${method} ${path} ${answer.status} ${answer.text}`)
      if (!path.includes('wait=')) slowest_ms = Math.max(slowest_ms, performance.now() - began)
      return answer
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {}
      if (code === 'ECONNREFUSED') {
        ready.delete(base)
        return send(method, path, sent)
      }
      failed.push(`${method} ${path} ${code ?? String(error)}`)
      throw error
    }
  }
  const end = async (process: Process) => {
    exits.push(await process.end('SIGTERM'))
    running.splice(running.indexOf(process), 1)
    ready.delete(process.url)
  }
  return {
    async startApi(main) {
      const api = await startProcess('api', settings, main)
      running.push(api)
      await until(() => ready.has(api.url))
      return api
    },
    async startWorker(main) {
      const worker = await startProcess('worker', settings, main)
      running.push(worker)
      return worker
    },
    call: send,
    answers,
    failed,
    slowest_ms: () => slowest_ms,
    end,
    async stop() {
      for (const process of running.toReversed()) await end(process)
      watching.on = false
      await watched
      return exits
    },
  }
}

/** `migrate` of whichever tree's program; in milliseconds. */
export const runMigrate = async (main: string, settings: Readonly<Record<string, string>>): Promise<number> => {
  const began = performance.now()
  const child = spawn(process.execPath, [main, 'migrate'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`migrate of ${main} ended with ${code}`)
  return Math.round(performance.now() - began)
}

/** Runs a module's text in a tree, as that tree's own code. */
export const runIn = async (root: string, text: string, input: unknown): Promise<void> => {
  const flags = ['--conditions=@pursestrings/source', '--input-type=module-typescript', '-e', text]
  const child = spawn(process.execPath, flags, {
    cwd: root,
    env: { PATH: process.env.PATH, INPUT: JSON.stringify(input) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`a script of ${root} ended with ${code}`)
}
