/** Sixteen writers in four processes, which are killed and started again while their connections are cut at random. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { WriterTask } from './events-writer.ts'

const PROCESSES = 4
const NAME = 'events writer'
const KILL_EVERY_MS = 8_000
const CUT_EVERY_MS = 500

export const startWriters = (
  admin: pg.Pool,
  task: Omit<WriterTask, 'application_name' | 'writers'>,
): { counts: { rolled_back: number; kills: number; cuts: number }; stop(): Promise<void> } => {
  const counts = { rolled_back: 0, kills: 0, cuts: 0 }
  const running = new Set<ChildProcess>()
  const over = new AbortController()
  const start = () => {
    const execArgv = ['--conditions=@pursestrings/source']
    const child = fork(fileURLToPath(new URL('events-writer.ts', import.meta.url)), { execArgv })
    running.add(child)
    child.on('message', (message) => {
      if (message === 'ready')
        child.send({ ...task, writers: 16 / PROCESSES, application_name: NAME } satisfies WriterTask)
      else counts.rolled_back++
    })
  }
  const end = async (child: ChildProcess) => {
    running.delete(child)
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const kill = async () => {
    while (!over.signal.aborted) {
      await pause(KILL_EVERY_MS, undefined, { signal: over.signal }).catch(() => {})
      const [oldest] = running
      if (!oldest || over.signal.aborted) continue
      await end(oldest)
      counts.kills++
      start()
    }
  }
  const cut = async () => {
    while (!over.signal.aborted) {
      await pause(CUT_EVERY_MS, undefined, { signal: over.signal }).catch(() => {})
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and application_name = $1 and state <> 'idle' order by random() limit 1`,
        [NAME],
      )
      counts.cuts += rowCount ?? 0
    }
  }
  for (let i = 0; i < PROCESSES; i++) start()
  const hurting = Promise.all([kill(), cut()])
  return {
    counts,
    async stop() {
      over.abort()
      await hurting
      await Promise.all([...running].map(end))
    },
  }
}
