/** What waits in each queue though its time has come. */
import type pg from 'pg'
import { SCHEMA } from './enqueue-from-sql.ts'
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
