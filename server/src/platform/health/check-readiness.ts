/**
 * May calls be sent here? Decided by the database and its migrations, which are asked every other second, and every second once
 * they fail, in one statement, over a connection of their own: one that calls share would make every process unready as soon as all are busy.
 * A stopping process says no first.
 * Whoever is not ready says what it waits for, and since when.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceUnavailable } from '@pursestrings/contract/transport-errors'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Notifications } from '../notifications/notifications.ts'
import { type Applied, readApplied } from '../postgres/apply-migrations.ts'
import { type OnWait, troubleWords } from '../postgres/commit.ts'
import { missingMigrations } from '../postgres/migrate.ts'
import { Refusal } from '../refusal.ts'

const EVERY_MS = { well: 2_000, failing: 1_000 }
const MIRROR_EVERY_MS = 2_000
/** One answer that is lost or late is no reason to send everybody elsewhere. */
const FAILURES_MAX = 3

/** What a start is held up by. */
export interface Starting {
  readonly onWait: OnWait
  /** Throws a refusal that says so. */
  ready(): never
}

export const watchStart = (log: Logger, now: () => Date): Starting => {
  let awaited = ''
  let since: Date | undefined
  return {
    onWait(error) {
      since ??= now()
      awaited = ` ${databaseAwaited(since, error)}`
      // For whoever wonders why a process that starts does nothing.
      log.warn({ reason: error.message }, 'the database does not answer yet; asking again')
    },
    ready() {
      throw notReady(`This process is starting.${awaited}`)
    },
  }
}

const databaseAwaited = (since: Date, error: unknown): string =>
  `PostgreSQL has not answered since ${since.toISOString().slice(0, 19)}Z: ${troubleWords(error)}.`

interface Deps {
  readonly pool: pg.Pool
  readonly notifications: Notifications
  readonly state: () => 'starting' | 'serving' | 'stopping'
  readonly epoch: number
  readonly now: () => Date
  /** What is wrong where the database is behind what a mirror knows of it; undefined without a mirror. */
  readonly behind: (() => Promise<string | undefined>) | undefined
}

export const watchReadiness = ({ pool, notifications, state, epoch: first_epoch, behind, now }: Deps) => {
  const stopping = new AbortController()
  let missing: readonly string[] = []
  let failing: { readonly since: Date; readonly error: unknown; readonly times: number } | undefined
  let epoch = first_epoch
  let restored: string | undefined
  let seen: Applied | undefined
  const look = async () => {
    const applied = await readApplied(pool)
    if (applied.files !== seen?.files) missing = await missingMigrations(pool)
    seen = applied
    ;({ epoch } = applied)
  }
  /** Apart, and never waited for: a folder of another machine may hang. */
  const watchMirror = async (find: NonNullable<typeof behind>) => {
    while (!stopping.signal.aborted) {
      restored = await find().catch(() => restored)
      await sleep(MIRROR_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  if (behind) void watchMirror(behind)
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look().then(
        () => {
          failing = undefined
        },
        (error: unknown) => {
          const { since = now(), times = 0 } = failing ?? {}
          failing = { since, error, times: times + 1 }
        },
      )
      // Uneven: processes that lose their database together must not come back in step.
      const every_ms = EVERY_MS[failing ? 'failing' : 'well']
      await sleep(every_ms * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    /** Throws a refusal while it is not. */
    ready() {
      if (state() !== 'serving') throw notReady(`This process is ${state()}.`)
      if (failing && failing.times >= FAILURES_MAX) throw notReady(databaseAwaited(failing.since, failing.error))
      if (missing.length > 0) throw notReady(`The database lacks ${missing.join(', ')}; run \`migrate\`.`)
      if (restored !== undefined) throw notReady(restored)
      return {
        status: 'ready' as const,
        checks: { database: 'ok' as const, migrations: 'ok' as const, wake: notifications.state() },
      }
    },
    /** Of the history that is served; it changes only if a restored backup is opened meanwhile. */
    epoch: () => epoch,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

export const notReady = (message: string): Refusal =>
  new Refusal(serviceUnavailable, { message, details: { retry_after: 1 } })
