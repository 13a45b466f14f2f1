/**
 * Work that outlives the call: a job is committed with the change that asks for it, or not at all (I4), and survives the
 * death of any worker. A wake-up after the commit spares the wait for the next poll; losing it costs half a second.
 */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { type AnyTx, type SystemTx, transactionsOn } from '../postgres/transaction.ts'
import { type Attending, attend } from './attend.ts'
import { ENQUEUE_FROM_SQL, SCHEMA } from './enqueue-from-sql.ts'
import { runEvery } from './every.ts'
import { executorOf } from './executor.ts'
import { QUEUES, type QueueName, SCHEDULES } from './queues.ts'
import { batchTurn, type RunBatch } from './work-batch.ts'
import { type Claimed, type ManyWork, manyTurn } from './work-many.ts'

const POLL_S = 0.5
/** A dead worker's jobs are given out again at most this long after their time is up. */
const SUPERVISE_S = 10

export interface NewJob {
  readonly data: object
  readonly after_s?: number
  /** Jobs of one group share the bound of `workMany`. */
  readonly group?: string
}

export interface Jobs {
  /** Inside the caller's transaction. */
  enqueue(tx: AnyTx, queue: QueueName, data: object, how?: Omit<NewJob, 'data'>): Promise<void>
  enqueueMany(tx: AnyTx, queue: QueueName, jobs: readonly NewJob[]): Promise<void>
  /** Ends jobs of `workMany` inside the caller's transaction; answers with those that were still the caller's to end. */
  settle(tx: SystemTx, queue: QueueName, jobs: readonly Claimed[]): Promise<ReadonlySet<string>>
  /** Ends every job of a group that nobody has claimed. */
  dropGroup(tx: SystemTx, queue: QueueName, group: string): Promise<void>
  /** Runs jobs of a queue until `stop`. A handler that throws is retried as the queue says. */
  work(queue: QueueName, run: (data: never) => Promise<void>): Promise<void>
  /** Runs many in one transaction, which also ends them. */
  workBatch(queue: QueueName, size: number, run: RunBatch): void
  /** Runs many side by side; each ends itself with `settle`. */
  workMany<Item>(queue: QueueName, work: ManyWork<Item>): void
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
  await owner.query(ENQUEUE_FROM_SQL)
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
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    reindex: false,
  })
  boss.on('error', (error: unknown) => onFault(error, {}))
  await boss.start()
  const turning: { stop(): Promise<unknown> }[] = []
  const transactions = transactionsOn(pool)
  const tellOf = (queue: QueueName) => (error: unknown) => onFault(error, { queue })
  const listen = (queue: QueueName, attending: Attending) => bell.on(`jobs.${queue}`, attending.wake)
  const enqueueMany: Jobs['enqueueMany'] = async (tx, queue, news) => {
    if (news.length === 0) return
    const rows = news.map(({ data, after_s, group }) => ({
      data,
      ...(after_s !== undefined && { startAfter: after_s }),
      ...(group !== undefined && { group: { id: group } }),
    }))
    await boss.insert(queue, rows, executorOf(tx))
    if (news.some(({ after_s = 0 }) => after_s === 0)) tx.afterCommit(() => bell.ring(`jobs.${queue}`))
  }
  return {
    every(every_ms, name, run) {
      turning.push(runEvery(every_ms, run, (error) => onFault(error, { queue: name })))
    },
    enqueue: (tx, queue, data, how) => enqueueMany(tx, queue, [{ data, ...how }]),
    enqueueMany,
    async settle(tx, queue, claimed) {
      if (claimed.length === 0) return new Set()
      const { settled } = (await boss.deleteJob(queue, [...claimed], executorOf(tx))) as { settled: string[] }
      return new Set(settled)
    },
    async dropGroup({ client }, queue, group) {
      const text = `delete from ${SCHEMA}.job where name = $1 and id = any(array(select id from ${SCHEMA}.job
        where name = $1 and group_id = $2 and state < 'active' for update skip locked))`
      await client.query(text, [queue, group])
    },
    workBatch(queue, size, run) {
      const turn = batchTurn({ boss, transactions, onFault: tellOf(queue) }, queue, size, run)
      const attending = attend(POLL_S * 1000, turn, tellOf(queue))
      listen(queue, attending)
      turning.push(attending)
    },
    workMany(queue, work) {
      const freed = () => attending.wake()
      const { turn, ended } = manyTurn({ boss, transactions, onFault: tellOf(queue) }, queue, work, freed)
      const attending = attend(POLL_S * 1000, turn, tellOf(queue))
      listen(queue, attending)
      turning.push({ stop: () => attending.stop().then(ended) })
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
