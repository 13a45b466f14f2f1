/**
 * Jobs that need nothing but the database: many are claimed, done and ended in one transaction, so that a worker that dies
 * leaves no trace. If it fails, one of them may be bad: each is done alone, and the bad one is retried as its queue says.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Job, PgBoss } from 'pg-boss'
import type { AnyTx, SystemTx, Transactions } from '../postgres/transaction.ts'
import { SCHEMA } from './enqueue.ts'
import type { QueueName } from './queues.ts'

// Turns of one piece of work, one at a time: at a ring, and again while a turn says that there is more. Unless a turn got what
// it asked for, a pause as long as the turn follows, so that work never keeps the database busy all by itself.

/** `all`: what it asked for, or nearly. `some`: there may be more. */
export type Got = 'all' | 'some' | 'none'

interface Attending {
  wake(): void
  stop(): Promise<void>
}

const PAUSE_MS_MAX = 500

/** Without `everyMs` only a ring begins a turn. */
export const attend = (
  turn: () => Promise<Got>,
  onFault: (error: unknown) => void,
  everyMs?: () => number,
): Attending => {
  const stopping = new AbortController()
  let ring = Promise.withResolvers<void>()
  const rung = async () => {
    if (everyMs === undefined) return ring.promise
    const due = new AbortController()
    await Promise.race([ring.promise, sleep(everyMs(), undefined, { signal: due.signal }).catch(() => {})])
    due.abort()
  }
  const turns = async () => {
    while (!stopping.signal.aborted) {
      ring = Promise.withResolvers<void>()
      const began = performance.now()
      const got = await turn().catch((error: unknown): Got => {
        onFault(error)
        return 'none'
      })
      if (got === 'all') continue
      await sleep(Math.min(performance.now() - began, PAUSE_MS_MAX))
      if (got === 'none') await rung()
    }
  }
  const ended = turns()
  return {
    wake: () => ring.resolve(),
    stop() {
      stopping.abort()
      ring.resolve()
      return ended
    },
  }
}

/** Makes the queue's statements a part of the caller's transaction. */
const executorOf = ({ client }: AnyTx) => ({
  db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
})

export type RunBatch = (tx: SystemTx, datas: readonly never[]) => Promise<void>

/** What is told of every job that ends, one way or the other. */
export interface Counting {
  done(jobs: number): void
  failed(error: unknown, id?: string): void
}

interface Deps extends Counting {
  readonly boss: PgBoss
  readonly transactions: Transactions
  readonly onFault: (error: unknown) => void
}

export const batchTurn =
  ({ boss, transactions, onFault, done, failed }: Deps, queue: QueueName, size: number, run: RunBatch) =>
  async (): Promise<Got> => {
    const finish = async (tx: SystemTx, jobs: readonly Job<never>[]) => {
      await run(
        tx,
        jobs.map((job) => job.data),
      )
      await boss.deleteJob(queue, [...jobs], executorOf(tx))
      tx.afterCommit(() => done(jobs.length))
    }
    try {
      return await transactions.asSystem(async (tx) => {
        const jobs = await boss.fetch<never>(queue, { batchSize: size, ...executorOf(tx) })
        if (jobs.length > 0) await finish(tx, jobs)
        return jobs.length === size ? 'all' : 'none'
      })
    } catch (error) {
      onFault(error)
      for (const job of await boss.fetch<never>(queue, { batchSize: size })) {
        await transactions
          .asSystem((tx) => finish(tx, [job]))
          .catch(async (fault: unknown) => {
            failed(fault, job.id)
            await boss.fail(queue, job.id, { message: messageOf(fault) })
          })
      }
      return 'none'
    }
  }

/** For the operator who finds it among the dead letters. */
const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault)).slice(0, 300)

/**
 * Many things at once that wait for the outside, such as deliveries. Whoever calls claims them from its own table and ends
 * them there; here is only how many run side by side, and when it is time to claim again.
 */
export interface ManyWork<Item> {
  readonly concurrency: number
  /** At most `capacity`. */
  claim(capacity: number): Promise<readonly Item[]>
  run(item: Item): Promise<void>
}

/** One turn, and how to wait for all that runs. `freed` is told whenever a place becomes free. */
export const manyTurn = <Item>(
  { concurrency, claim, run }: ManyWork<Item>,
  freed: () => void,
  failed: (error: unknown) => void,
): { turn: () => Promise<Got>; ended: () => Promise<unknown> } => {
  const running = new Set<Promise<void>>()
  const start = (item: Item) => {
    const done = run(item)
      .catch(failed)
      .finally(() => {
        running.delete(done)
        freed()
      })
    running.add(done)
  }
  return {
    async turn() {
      const capacity = concurrency - running.size
      // In bites: a few places are not worth a statement while much else is running.
      if (capacity < concurrency / 4) return 'none'
      const items = await claim(capacity)
      items.forEach(start)
      return items.length === 0 ? 'none' : items.length * 2 >= capacity ? 'all' : 'some'
    },
    ended: () => Promise.all(running),
  }
}

// One look for all work: a single statement asks what is due, and only that work takes a turn. It comes at a ring, and by
// itself: for what a time has made due, and, where no other process can ring, often enough that a job starts within a second.

const LOOK_MS = { rung: 2_500, alone: 700 }

interface Looks extends Attending {
  /** `due` is SQL that says whether there is something to do. It may say yes too often, never too rarely. */
  watch(due: string, wake: () => void): void
  watchQueue(queue: string, wake: () => void): void
}

interface Found {
  readonly queues: readonly string[]
  readonly due: readonly boolean[]
}

/** `areRung`: whether other processes can ring here now. */
export const startLooks = (pool: pg.Pool, areRung: () => boolean, onFault: (error: unknown) => void): Looks => {
  const watched: { readonly due: string; readonly wake: () => void }[] = []
  const queues = new Map<string, () => void>()
  const look = async () => {
    const text = `select array(select q.name from unnest($1::text[]) q (name) where exists (
        select from ${SCHEMA}.job j where j.name = q.name and j.state < 'active' and j.start_after <= now())) as queues,
      array[${watched.map(({ due }) => `(${due})`).join(', ')}]::boolean[] as due`
    const values = [[...queues.keys()]]
    const { rows } = await pool.query<Found>({ name: `look-${watched.length}`, text, values })
    for (const queue of rows[0]?.queues ?? []) queues.get(queue)?.()
    rows[0]?.due.forEach((is_due, at) => is_due && watched[at]?.wake())
    return 'none' as const
  }
  return {
    watch: (due, wake) => void watched.push({ due, wake }),
    watchQueue: (queue, wake) => void queues.set(queue, wake),
    ...attend(look, onFault, () => LOOK_MS[areRung() ? 'rung' : 'alone']),
  }
}

// What is done every second or so by every worker, side by side: too often for a queue, and harmless to do twice. A turn
// that fails is reported and the next one comes all the same; the rhythm is uneven, so that processes do not march in step.

const UNEVEN = 0.2

export const runEvery = (
  every_ms: number,
  run: () => Promise<void>,
  onFault: (error: unknown) => void,
): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  const turns = async () => {
    while (!signal.aborted) {
      await run().catch(onFault)
      const pause = every_ms * (1 + UNEVEN * (Math.random() * 2 - 1))
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
  const ended = turns()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
