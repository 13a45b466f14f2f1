/**
 * A commit is acknowledged only when it is known to be kept. Two ways in which PostgreSQL leaves that open are told
 * apart from success here: a synchronous wait that was cancelled answers COMMIT with nothing but a notice, and a commit
 * that never answers is not cancelled, since cancelling would turn it into the first case; its socket is dropped.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { STATEMENT_TIMEOUT_MS } from './pool.ts'

export class OutcomeUnknown extends Error {}

/** Longer than the server gives a statement: what it refused in time is a refusal, not an unknown outcome. */
export const DEADLINE_MS = STATEMENT_TIMEOUT_MS + 3_000
const NOT_REPLICATED = /canceling (the )?wait for synchronous replication/

/** Runs what makes a change durable, and answers only when it is known to be. */
const durably = async <R>(client: pg.PoolClient, run: () => Promise<R>, deadline_ms: number): Promise<R> => {
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

/**
 * Which failures say "the database cannot do this right now" instead of "the statement is wrong". The victim of a deadlock
 * and of a serialization failure was rolled back whole: the same call may be sent again. 23S01 is our own: the record is being
 * moved to another cell (docs/scale.md).
 */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (/is not currently accepting connections/.test(error.message)) return true
  if (code !== undefined)
    return /^(08|57P0[123]|53|25006|55P03|57014|40001|40P01|23S01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code)
  return (
    isSilence(error) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

/** Nothing came within a pool's `silence_ms`: whatever else is sent over this connection would wait as long. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** What to look for in PostgreSQL's manual, or the system's own word; neither holds a value of anybody's. */
export const troubleCode = (error: unknown): string => (error as { code?: string }).code ?? 'no_code'

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED/, 'nobody listens at its address'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'its name has no address'],
  [/^57P03/, 'it is starting or stopping, or a standby'],
  [/^53/, 'it has no room for another connection'],
  [/timeout|^ETIMEDOUT/, 'it says nothing'],
  [/^(Connection terminated|Client has encountered|ECONN|EPIPE|08|57P0[12])/, 'it ends its connections'],
]

/** For whoever asks why a process is not ready. Everybody may ask that, so no address or login is in it. */
export const troubleWords = (error: unknown): string => {
  const said = (error as { code?: string }).code ?? (error instanceof Error ? error.message : '')
  return WORDS.find(([about]) => about.test(said))?.[1] ?? `it answered with ${troubleCode(error)}`
}

// While a process starts, its database may be starting too, or be busy, or be failing over: it is asked again for half a minute, and why is told.
// A login or a database that is wrong is told at once. Calls of a process that serves never wait like this: they are told to come again.

const PATIENCE_MS = 30_000
const PAUSE_MS = { first: 100, most: 2_000 }

export type OnWait = (error: Error) => void

/** Without `onWait` it is asked once. */
export const whenAnswering = async <T>(
  ask: () => Promise<T>,
  onWait: OnWait | undefined,
  patience_ms = PATIENCE_MS,
): Promise<T> => {
  const end = performance.now() + patience_ms
  for (let most_ms = PAUSE_MS.first; ; most_ms = Math.min(most_ms * 2, PAUSE_MS.most)) {
    try {
      return await ask()
    } catch (error) {
      // Many processes lose their database in the same instant, and must not all come back in one.
      const pause_ms = most_ms * (0.5 + Math.random() / 2)
      if (!onWait || !isUnavailable(error) || performance.now() + pause_ms > end) throw error
      onWait(error as Error)
      await pause(pause_ms)
    }
  }
}

// Changes of the schema wait briefly for their locks, since everybody else queues behind them meanwhile. What did not get
// its locks is rolled back and tried again, after a pause that grows and differs.

export const LOCK_TIMEOUT_MS = 2_000
const TRIES = 10
/** No lock in time, a deadlock, or a row of the catalogue that somebody else changed at the same moment. */
const IN_THE_WAY = /^(55P03|40P01)$/
const CATALOGUE_CHANGED = 'tuple concurrently updated'

interface Options {
  readonly pause_ms?: number
  readonly onRetry?: (() => void) | undefined
}

export const retryOnLock = async <T>(
  attempt: () => Promise<T>,
  { pause_ms = 100, onRetry }: Options = {},
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (tries === TRIES || !(IN_THE_WAY.test(code ?? '') || message.includes(CATALOGUE_CHANGED))) throw error
      onRetry?.()
      await pause(pause_ms * tries * (0.5 + Math.random()))
    }
  }
}
