/**
 * Work that outlives the call: a job is committed with the change that asks for it, or not at all (I4), and survives the
 * death of any worker. A wake-up after the commit spares the wait for the next poll; losing it costs half a second.
 */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { AnyTx } from '../postgres/transaction.ts'
import { runEvery } from './every.ts'
import { QUEUES, type QueueName, SCHEDULES } from './queues.ts'

const SCHEMA = 'pgboss'
const POLL_S = 0.5

export interface Jobs {
  /** Inside the caller's transaction. */
  enqueue(tx: AnyTx, queue: QueueName, data: object, when?: { after_s: number }): Promise<void>
  /** Runs jobs of a queue until `stop`. A handler that throws is retried as the queue says. */
  work(queue: QueueName, run: (data: never) => Promise<void>): Promise<void>
  /** Runs again and again until `stop`, about so often, in every worker. */
  every(every_ms: number, name: string, run: () => Promise<void>): void
  stop(): Promise<void>
}

export interface Bell {
  ring(topic: string): void
  on(topic: string, wake: () => void): void
}

export interface JobFaults {
  (error: unknown, about: { queue?: string }): void
}

const bossOn = (pool: pg.Pool, rest: object) =>
  new PgBoss({ schema: SCHEMA, db: { executeSql: (text, values) => pool.query(text, values as unknown[]) }, ...rest })

/** Creates the queue's own tables and our queues, as the owner; the application may use them, not change them. */
export const installJobs = async (owner: pg.Pool): Promise<void> => {
  const boss = bossOn(owner, { supervise: false, schedule: false })
  await boss.start()
  for (const [name, options] of Object.entries(QUEUES)) {
    await ((await boss.getQueue(name)) ? boss.updateQueue(name, options) : boss.createQueue(name, options))
  }
  for (const [queue, cron] of SCHEDULES) await boss.schedule(queue, cron)
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema ${SCHEMA} to countersign_app, countersign_system;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to countersign_app, countersign_system;
    grant execute on all functions in schema ${SCHEMA} to countersign_app, countersign_system`)
}

export const startJobs = async (
  pool: pg.Pool,
  { bell, worker, onFault }: { bell: Bell; worker: boolean; onFault: JobFaults },
): Promise<Jobs> => {
  const boss = bossOn(pool, {
    migrate: false,
    createSchema: false,
    supervise: worker,
    schedule: worker,
    reindex: false,
  })
  boss.on('error', (error: unknown) => onFault(error, {}))
  await boss.start()
  const turning: { stop(): Promise<void> }[] = []
  return {
    every(every_ms, name, run) {
      turning.push(runEvery(every_ms, run, (error) => onFault(error, { queue: name })))
    },
    async enqueue(tx, queue, data, when) {
      const db = { executeSql: (text: string, values?: unknown[]) => tx.client.query(text, values) }
      await boss.send(queue, data, { db, ...(when && { startAfter: when.after_s }) })
      tx.afterCommit(() => bell.ring(`jobs.${queue}`))
    },
    async work(queue, run) {
      const id = await boss.work(queue, { batchSize: 1, pollingIntervalSeconds: POLL_S }, async ([job]) => {
        try {
          await run(job?.data as never)
        } catch (error) {
          onFault(error, { queue })
          throw error
        }
      })
      bell.on(`jobs.${queue}`, () => boss.notifyWorker(id))
    },
    async stop() {
      await Promise.all(turning.map((turns) => turns.stop()))
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
