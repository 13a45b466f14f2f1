/**
 * Jobs that need nothing but the database: many are claimed, done and ended in one transaction, so that a worker that dies
 * leaves no trace. If it fails, one of them may be bad: each is done alone, and the bad one is retried as its queue says.
 */
import type { Job, PgBoss } from 'pg-boss'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import type { Got } from './attend.ts'
import { executorOf } from './executor.ts'
import type { QueueName } from './queues.ts'

export type RunBatch = (tx: SystemTx, datas: readonly never[]) => Promise<void>

/** What is told of every job that ends, one way or the other. */
export interface Counting {
  done(jobs: number): void
  failed(error: unknown): void
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
            failed(fault)
            await boss.fail(queue, job.id, { message: messageOf(fault) })
          })
      }
      return 'none'
    }
  }

/** For the operator who finds it among the dead letters. */
const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault)).slice(0, 300)
