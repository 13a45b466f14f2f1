/**
 * Work that outlives the call: a job is committed with the change that asks for it, or not at all, and survives the
 * death of any worker. A wake-up after the commit spares the wait for the next look; losing it costs a second or two.
 */
import type pg from 'pg'
import { WORKER_ROLE } from '../postgres/pool.ts'
import { transactionsOn } from '../postgres/transaction.ts'
import { NO_TRACING, runIn, type Tracing } from '../tracing/tracing.ts'
import { type Backlog, bossOn, countDeadLetters, selectBacklog } from './backlog.ts'
import { CHANGED_TOPIC, ENQUEUE_FROM_SQL, type Enqueue, enqueueWith } from './enqueue.ts'
import { QUEUES, type QueueName, SCHEDULES } from './queues.ts'
import {
  attend,
  batchTurn,
  type Counting,
  type Got,
  type ManyWork,
  manyTurn,
  type RunBatch,
  runEvery,
  startLooks,
} from './work-batch.ts'

/** Workers fetch when they are rung for; what pg-boss does by itself is only what is left of polling. */
const FETCH_S = 600
/** A dead worker's jobs are given out again at most this long after their time is up. */
const SUPERVISE_S = 10
const HOUR_S = 3_600

interface When {
  /** Rung for where work is made. */
  readonly topic?: string
  /** SQL that says whether there is something to do. It may say yes too often, never too rarely. */
  readonly due: string
}

/** What a worker does with jobs. Its transactions of the system are the worker role's: only they reach the queue. */
export interface Jobs extends Enqueue {
  /** Runs jobs of a queue until `stop`. A handler that throws is retried as the queue says. */
  work(queue: QueueName, run: (data: never) => Promise<void>): Promise<void>
  /** Runs many in one transaction, which also ends them. */
  workBatch(queue: QueueName, size: number, run: RunBatch): void
  /** Claims and runs many side by side until `stop`, in every worker: at a notification, when due, and as places become free. */
  attendMany<Item>(name: string, when: When, work: ManyWork<Item>): void
  /** How many jobs were given up and wait for an operator. */
  countDeadLetters(): Promise<number>
  /** Jobs of each queue that are due, and how long the oldest has been. */
  backlog(): Promise<readonly Backlog[]>
  /** Runs again and again until `stop`, about so often, in every worker. */
  every(every_ms: number, name: string, run: () => Promise<void>): void
  /** Takes turns until `stop`, in every worker: at a notification, when due, and again while a turn says that there is more. */
  attend(name: string, when: When, turn: () => Promise<Got>): void
  stop(): Promise<void>
}

export interface Notification {
  notify(topic: string): void
  on(topic: string, wake: () => void): void
  /** `ok`: other processes are heard. */
  state(): string
}

export interface JobFaults {
  (error: unknown, about: { queue?: string; id?: string }): void
}

/** Creates the queue's own tables and our queues, as the owner. Workers use them; others ask by a function. */
export const installJobs = async (owner: pg.Pool): Promise<void> => {
  const boss = bossOn(owner, { supervise: false, schedule: false })
  await boss.start()
  for (const [name, options] of Object.entries(QUEUES)) {
    await ((await boss.getQueue(name)) ? boss.updateQueue(name, options) : boss.createQueue(name, options))
  }
  for (const [queue, cron] of SCHEDULES) await boss.schedule(queue, cron)
  await boss.stop({ graceful: false })
  await owner.query(ENQUEUE_FROM_SQL)
}

/** How a job ended for now: `failed` is tried again as its queue says. */
export type JobOutcome = 'done' | 'failed'

interface Start {
  readonly notification: Notification
  readonly worker: boolean
  readonly onFault: JobFaults
  readonly count?: (queue: string, outcome: JobOutcome, jobs: number) => void
  readonly tracing?: Tracing
}

export const startJobs = async (
  pool: pg.Pool,
  { notification, worker, onFault, count = () => {}, tracing = NO_TRACING }: Start,
): Promise<Jobs> => {
  const boss = bossOn(pool, {
    migrate: false,
    createSchema: false,
    supervise: worker,
    schedule: worker,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    cronWorkerIntervalSeconds: 30,
    // Nothing here uses flows or its background migrations.
    flowIntervalSeconds: HOUR_S,
    bamIntervalSeconds: HOUR_S,
    reindex: false,
  })
  boss.on('error', (error: unknown) => onFault(error, {}))
  await boss.start()
  const turning: { stop(): Promise<unknown> }[] = []
  const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
  const tellOf = (queue: string) => (error: unknown) => onFault(error, { queue })
  const countingOf = (queue: string): Counting => {
    // From zero on: a figure that begins with its first fault hides that fault.
    for (const outcome of ['done', 'failed'] as const) count(queue, outcome, 0)
    return {
      done: (n) => count(queue, 'done', n),
      failed(error, id) {
        onFault(error, { queue, ...(id !== undefined && { id }) })
        count(queue, 'failed', 1)
      },
    }
  }
  const traceJob = (queue: string, run: () => Promise<void>, from?: string): Promise<void> => {
    const span = tracing.begin('job', queue, from)
    return span === undefined ? run() : runIn(span, run)
  }
  const looks = startLooks(
    pool,
    () => notification.state() === 'ok',
    (error) => onFault(error, {}),
  )
  notification.on(CHANGED_TOPIC, looks.wake)
  turning.push(looks)
  const watchQueue = (queue: QueueName, wake: () => void) => {
    notification.on(`jobs.${queue}`, wake)
    looks.watchQueue(queue, wake)
  }
  const watch = ({ topic, due }: When, wake: () => void) => {
    if (topic !== undefined) notification.on(topic, wake)
    looks.watch(due, wake)
  }
  return {
    ...enqueueWith(notification),
    every(every_ms, name, run) {
      const { done, failed } = countingOf(name)
      const counted = () => run().then(() => done(1))
      turning.push(runEvery(every_ms, counted, failed))
    },
    attend(name, when, turn) {
      const attending = attend(turn, countingOf(name).failed)
      watch(when, attending.wake)
      turning.push(attending)
    },
    countDeadLetters: () => countDeadLetters(pool),
    backlog: () => selectBacklog(pool),
    workBatch(queue, size, run) {
      const turn = batchTurn({ boss, transactions, onFault: tellOf(queue), ...countingOf(queue) }, queue, size, run)
      const attending = attend(turn, tellOf(queue))
      watchQueue(queue, attending.wake)
      turning.push(attending)
    },
    attendMany(name, when, work) {
      const { failed } = countingOf(name)
      const freed = () => attending.wake()
      const run = (item: Parameters<typeof work.run>[0]) => traceJob(name, () => work.run(item))
      const { turn, ended } = manyTurn({ ...work, run }, freed, failed)
      const attending = attend(turn, failed)
      watch(when, attending.wake)
      turning.push({ stop: () => attending.stop().then(ended) })
    },
    async work(queue, run) {
      const { done, failed } = countingOf(queue)
      const id = await boss.work(queue, { batchSize: 1, pollingIntervalSeconds: FETCH_S }, async ([job]) => {
        try {
          await traceJob(queue, () => run(job?.data as never), traceparentOf(job?.data))
          done(1)
        } catch (error) {
          failed(error, job?.id)
          throw error
        } finally {
          // The next one at once: otherwise each of many would wait for a look of its own.
          boss.notifyWorker(id)
        }
      })
      watchQueue(queue, () => boss.notifyWorker(id))
    },
    async stop() {
      await Promise.all(turning.map((turns) => turns.stop()))
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

const traceparentOf = (data: unknown): string | undefined => {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown }
  return typeof traceparent === 'string' ? traceparent : undefined
}
