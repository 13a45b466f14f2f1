/**
 * May calls be sent here? Decided by the database and its migrations, which are asked every second, in one statement, over a
 * connection of their own: one that calls share would make every process unready as soon as all are busy. A stopping process says no first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceUnavailable } from '@pursestrings/contract/transport-errors'
import type pg from 'pg'
import type { Notifications } from '../notifications/notifications.ts'
import { type Applied, readApplied } from '../postgres/apply-migrations.ts'
import { missingMigrations } from '../postgres/migrate.ts'
import { Refusal } from '../refusal.ts'

const EVERY_MS = 1_000
const MIRROR_EVERY_MS = 2_000
/** One answer that is lost or late is no reason to send everybody elsewhere. */
const FAILURES_MAX = 3

interface Deps {
  readonly pool: pg.Pool
  readonly notifications: Notifications
  readonly state: () => 'starting' | 'serving' | 'stopping'
  readonly epoch: number
  /** What is wrong where the database is behind what a mirror knows of it; undefined without a mirror. */
  readonly behind: (() => Promise<string | undefined>) | undefined
}

export const watchReadiness = ({ pool, notifications, state, epoch: first_epoch, behind }: Deps) => {
  const stopping = new AbortController()
  let missing: readonly string[] = []
  let failures = 0
  let epoch = first_epoch
  let restored: string | undefined
  let seen: Applied | undefined
  const look = async () => {
    const now = await readApplied(pool)
    if (now.files !== seen?.files) missing = await missingMigrations(pool)
    seen = now
    ;({ epoch } = now)
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
          failures = 0
        },
        () => {
          failures++
        },
      )
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    /** Throws a refusal while it is not. */
    ready() {
      if (state() !== 'serving') throw notReady(`This process is ${state()}.`)
      if (failures >= FAILURES_MAX) throw notReady('The database does not answer.')
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

const notReady = (message: string) => new Refusal(serviceUnavailable, { message, details: { retry_after: 1 } })
