/** What every process can tell of itself and its peers: its build, its clock, its notifications, the archive of its database. */
import type pg from 'pg'
import type { Metrics } from '../http/metrics.ts'
import type { Wake } from '../wake/wake.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly version: string
  readonly now: () => Date
}

export const watchProcess = (metrics: Metrics, { pool, wake, version, now }: Deps): void => {
  metrics.watchBy('svc_build_info', 'always 1; the label says which version runs', 'version', () =>
    Promise.resolve(new Map([[version, 1]])),
  )
  metrics.watch('svc_wake_failing', '1 while notifications between processes fail, which makes waits longer', () =>
    Promise.resolve(wake.state() === 'failing' ? 1 : 0),
  )
  metrics.watch('svc_clock_offset_seconds', "how far this process's clock is from the database's", async () => {
    const began = now().getTime()
    const { rows } = await pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 as at')
    // The database looked at its clock somewhere in between.
    return Math.abs((began + now().getTime()) / 2000 - (rows[0]?.at ?? Number.NaN))
  })
  metrics.watch(
    'svc_wal_archived_age_seconds',
    'time since the last piece of write-ahead log was archived; left out where nothing is archived',
    async () => {
      const { rows } = await pool.query<{ age: number | null }>(
        `select extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 as age
          from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
      )
      return rows[0]?.age ?? undefined
    },
  )
}
