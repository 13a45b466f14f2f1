/** What waits in each queue though its time has come. */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { SystemTx } from '../postgres/transaction.ts'
import { SCHEMA } from './enqueue.ts'
import { DEAD_LETTERS } from './queues.ts'

export interface Backlog {
  readonly queue: string
  readonly waiting: number
  readonly oldest_s: number
}

export const selectBacklog = async (pool: pg.Pool): Promise<Backlog[]> => {
  const text = `select name as queue, count(*)::int as waiting,
      extract(epoch from now() - min(start_after))::float8 as oldest_s
    from ${SCHEMA}.job where state < 'active' and start_after <= now() and name <> $1 group by name order by name`
  return (await pool.query<Backlog>(text, [DEAD_LETTERS])).rows
}

/**
 * Jobs that were given up: none that somebody waits for is deleted in silence. They lie in a queue of their own until an
 * operator has fixed the cause and replays them.
 */
export interface DeadLetter {
  readonly id: string
  /** Where it comes from, and where a replay puts it. */
  readonly queue: string
  readonly died_at: Date
  readonly tries: number
  readonly error: string | null
  readonly data: object
}

export interface DeadLetters {
  /** Oldest first. */
  list(at_most: number): Promise<DeadLetter[]>
  /** All, or those that are named; answers with how many were put back into their queues. */
  replay(which: { readonly ids?: readonly string[]; readonly queue?: string }): Promise<number>
  stop(): Promise<void>
}

const REPLAYED_AT_ONCE = 1_000

export const countDeadLetters = async (pool: pg.Pool): Promise<number> => {
  const text = `select count(*)::int as n from ${SCHEMA}.job where name = $1 and state < 'active'`
  const { rows } = await pool.query<{ n: number }>(text, [DEAD_LETTERS])
  return rows[0]?.n ?? 0
}

export const openDeadLetters = async (pool: pg.Pool): Promise<DeadLetters> => {
  const boss = bossOn(pool, { migrate: false, createSchema: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  return {
    async list(at_most) {
      const text = `select id, source_name as queue, created_on as died_at, source_retry_count + 1 as tries,
          coalesce(source_output ->> 'message', source_output ->> 'value') as error, data
        from ${SCHEMA}.job where name = $1 and state < 'active' order by created_on, id limit $2`
      return (await pool.query<DeadLetter>(text, [DEAD_LETTERS, at_most])).rows
    },
    async replay({ ids, queue }) {
      const which = {
        ...(ids !== undefined && { ids: [...ids] }),
        ...(queue !== undefined && { sourceName: queue }),
        limit: REPLAYED_AT_ONCE,
      }
      let moved = 0
      for (;;) {
        const now = await boss.redrive(DEAD_LETTERS, which)
        moved += now
        if (now < REPLAYED_AT_ONCE) return moved
      }
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

// pg-boss on a pool of ours.

export const bossOn = (pool: pg.Pool, rest: object): PgBoss =>
  new PgBoss({ schema: SCHEMA, db: { executeSql: (text, values) => pool.query(text, values as unknown[]) }, ...rest })

// Jobs that name a person who is to be forgotten are deleted, done or not. Needs the worker's role.

/** After a restored backup: whoever worked on these jobs does not any more. They are due at once. Needs the worker's role. */
export const freeJobs = async ({ client }: SystemTx): Promise<number> => {
  const text = `update ${SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`
  return (await client.query(text)).rowCount ?? 0
}

export const forgetJobsNaming = async ({ client }: SystemTx, mailbox: string): Promise<number> => {
  const text = `delete from ${SCHEMA}.job
    where strpos(lower(concat(data::text, output::text, source_output::text)), lower($1)) > 0`
  return (await client.query(text, [mailbox])).rowCount ?? 0
}
