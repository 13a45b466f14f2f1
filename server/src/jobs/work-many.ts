/**
 * Many jobs at once that wait for the outside, such as deliveries. Claims are made one after the other over all workers,
 * which makes the bound of a group exact. A job ends in the transaction that keeps its outcome (`jobs.settle`); one whose
 * worker died, or whose run threw, is given out again when its queue's time is up.
 */
import type { Job, PgBoss } from 'pg-boss'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import type { Got } from './attend.ts'
import { SCHEMA } from './enqueue-from-sql.ts'
import { executorOf } from './executor.ts'
import type { QueueName } from './queues.ts'
import type { Counting } from './work-batch.ts'

export type Claimed = Pick<Job<never>, 'id' | 'retryCount' | 'data' | 'groupId'>

export interface ManyWork<Item> {
  readonly concurrency: number
  readonly group_concurrency: number
  /** Groups that are left alone now. */
  resting(tx: SystemTx): Promise<string[]>
  /**
   * In the transaction that claims: what to run, at most `capacity`, and which jobs go back as if they had never been claimed.
   */
  begin(
    tx: SystemTx,
    jobs: readonly Claimed[],
    capacity: number,
  ): Promise<{ run: readonly Item[]; back: readonly Claimed[] }>
  run(item: Item): Promise<void>
}

interface Deps extends Pick<Counting, 'failed'> {
  readonly boss: PgBoss
  readonly transactions: Transactions
}

const WIDTH_MAX = 4
const GIVE_BACK = `update ${SCHEMA}.job set state = 'created', started_on = null, heartbeat_on = null
  where name = $1 and id = any($2::uuid[])`

/** One turn, and how to wait for all that runs. `freed` is told whenever a place becomes free. */
export const manyTurn = <Item>(
  { boss, transactions, failed }: Deps,
  queue: QueueName,
  work: ManyWork<Item>,
  freed: () => void,
): { turn: () => Promise<Got>; ended: () => Promise<unknown> } => {
  const running = new Set<Promise<void>>()
  // Jobs of a group lie together: where its bound left places empty, the next look goes further.
  let width = 1
  const claim = async (capacity: number): Promise<readonly Item[]> =>
    transactions.asSystem(async (tx) => {
      await tx.client.query('select pg_advisory_xact_lock(hashtext($1))', [`claim ${queue}`])
      const ignoreGroups = await work.resting(tx)
      const groups = { groupConcurrency: work.group_concurrency, ignoreGroups }
      const jobs = await boss.fetch<never>(queue, { batchSize: capacity * width, ...groups, ...executorOf(tx) })
      width = jobs.length < capacity ? Math.min(width * 2, WIDTH_MAX) : 1
      if (jobs.length === 0) return []
      const { run, back } = await work.begin(tx, jobs, capacity)
      if (back.length > 0) await tx.client.query(GIVE_BACK, [queue, back.map((job) => job.id)])
      return run
    })
  const start = (item: Item) => {
    const done = work
      .run(item)
      .catch(failed)
      .finally(() => {
        running.delete(done)
        freed()
      })
    running.add(done)
  }
  return {
    async turn() {
      const capacity = work.concurrency - running.size
      if (capacity <= 0) return 'none'
      const items = await claim(capacity)
      items.forEach(start)
      return items.length === 0 ? 'none' : items.length * 2 >= capacity ? 'all' : 'some'
    },
    ended: () => Promise.all(running),
  }
}
