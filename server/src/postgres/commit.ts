/**
 * A commit is acknowledged only when it is known to be kept (I3). Two ways in which PostgreSQL leaves that open are told
 * apart from success here: a synchronous wait that was cancelled answers COMMIT with nothing but a notice, and a commit
 * that never answers is not cancelled, since cancelling would turn it into the first case; its socket is dropped.
 */
import type pg from 'pg'
import { STATEMENT_TIMEOUT_MS } from './pool.ts'

export class OutcomeUnknown extends Error {}

/** Longer than the server gives a statement: what it refused in time is a refusal, not an unknown outcome. */
export const DEADLINE_MS = STATEMENT_TIMEOUT_MS + 3_000
const NOT_REPLICATED = /canceling (the )?wait for synchronous replication/

/** Runs what makes a change durable, and answers only when it is known to be. */
export const durably = async <R>(client: pg.PoolClient, run: () => Promise<R>, deadline_ms: number): Promise<R> => {
  let notice: string | undefined
  const listen = (n: { message?: string | undefined }) => {
    if (n.message !== undefined && NOT_REPLICATED.test(n.message)) notice = n.message
  }
  client.on('notice', listen)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      dropSocket(client)
      reject(new OutcomeUnknown(`no answer within ${deadline_ms} ms`))
    }, deadline_ms)
  })
  const answered = run()
  // When the deadline wins, the dropped socket makes this reject later: nobody waits for it any more.
  answered.catch(() => {})
  try {
    const result = await Promise.race([answered, late])
    if (notice !== undefined) throw new OutcomeUnknown(notice)
    return result
  } catch (error) {
    throw lostOnTheWay(error) ? new OutcomeUnknown('the connection ended meanwhile', { cause: error }) : error
  } finally {
    clearTimeout(timer)
    client.off('notice', listen)
  }
}

export const commit = async (client: pg.PoolClient, deadline_ms = DEADLINE_MS): Promise<void> => {
  const { command } = await durably(client, () => client.query('commit'), deadline_ms)
  if (command === 'ROLLBACK') throw new Error('the transaction had already failed and was rolled back')
}

/** A statement that is a transaction of its own. */
export const runDurably = async <R extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  deadline_ms = DEADLINE_MS,
): Promise<R[]> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await durably(client, () => client.query<R>(query), deadline_ms)
    return rows
  } catch (error) {
    if (error instanceof OutcomeUnknown) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/** node-pg gives no code for a connection that ended; the server's own shutdown has one (57P01). */
const lostOnTheWay = (error: unknown): boolean => {
  if (!(error instanceof Error) || error instanceof OutcomeUnknown) return false
  const { code } = error as { code?: string }
  return (
    /^Connection terminated|^Client has encountered a connection error/.test(error.message) ||
    (code !== undefined && /^(08|57P0|ECONN|EPIPE)/.test(code))
  )
}

const dropSocket = (client: pg.PoolClient): void => {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
