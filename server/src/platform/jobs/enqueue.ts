/** Asking for work, inside the caller's transaction; a ring after its commit spares the wait for the next look. */
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { currentSpan } from '../tracing/span.ts'
import { SCHEMA } from './enqueue-from-sql.ts'
import type { QueueName } from './queues.ts'

/** Rung for after each change that a caller made, whatever it was: the worker looks what is due. */
export const CHANGED_TOPIC = 'changed'

export interface NewJob {
  readonly data: object
  readonly after_s?: number
}

export interface Enqueue {
  /** A tenant's job names its tenant as `merchant_id`. */
  enqueue(tx: TenantTx | SystemTx, queue: QueueName, data: object, how?: Omit<NewJob, 'data'>): Promise<void>
  enqueueMany(tx: TenantTx | SystemTx, queue: QueueName, jobs: readonly NewJob[]): Promise<void>
}

const textOf = (way: 'enqueue_jobs' | 'enqueue_own_jobs') =>
  `select ${SCHEMA}.${way}($1, $2::jsonb[], waits_s => $3::double precision[])::int as added`
const TEXT = { system: textOf('enqueue_jobs'), tenant: textOf('enqueue_own_jobs') }

export const enqueueWith = (notification: { notify(topic: string): void }): Enqueue => {
  const enqueueMany: Enqueue['enqueueMany'] = async ({ client, whose, afterCommit }, queue, news) => {
    if (news.length === 0) return
    // Whoever does the job goes on with the trace of the call that asked for it.
    const traceparent = currentSpan()?.traceparent
    const { rows } = await client.query<{ added: number }>(TEXT[whose], [
      queue,
      news.map(({ data }) => JSON.stringify(traceparent === undefined ? data : { ...data, traceparent })),
      news.map(({ after_s }) => after_s ?? 0),
    ])
    if (rows[0]?.added !== news.length)
      throw new Error(`the queue ${queue} is not installed: run \`pursestrings-server migrate\``)
    if (news.some(({ after_s = 0 }) => after_s === 0)) afterCommit(() => notification.notify(`jobs.${queue}`))
  }
  return { enqueue: (tx, queue, data, how) => enqueueMany(tx, queue, [{ data, ...how }]), enqueueMany }
}
