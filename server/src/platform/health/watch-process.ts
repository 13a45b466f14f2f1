/** What every process can tell of itself and its peers: its build, its clock, its notifications, the archive of its database. */
import type pg from 'pg'
import type { Metrics } from '../http/metrics.ts'
import type { Notifications } from '../notifications/notifications.ts'

/** Of a group each process tells of itself: how many are ready is a sum, how many there should be is not. */
export const tellRoles = (
  metrics: Metrics,
  { roles, ready, wanted }: { roles: readonly string[]; ready: () => unknown; wanted: number },
): void => {
  const isReady = () => {
    try {
      ready()
      return 1
    } catch {
      return 0
    }
  }
  const each = (value: number) => new Map(roles.map((role) => [role, value]))
  metrics.countBy('svc_processes_ready', 'processes that are ready, by role', 'role', () => each(isReady()))
  metrics.watchBy('svc_processes_wanted', 'processes that should be ready, by role', 'role', () =>
    Promise.resolve(each(wanted)),
  )
}

interface Deps {
  readonly pool: pg.Pool
  readonly notifications: Notifications
  readonly version: string
  readonly now: () => Date
}

export const watchProcess = (metrics: Metrics, { pool, notifications, version, now }: Deps): void => {
  metrics.watchBy('svc_build_info', 'always 1; the label says which version runs', 'version', () =>
    Promise.resolve(new Map([[version, 1]])),
  )
  metrics.watch('svc_wake_failing', '1 while notifications between processes fail, which makes waits longer', () =>
    Promise.resolve(notifications.state() === 'failing' ? 1 : 0),
  )
  metrics.watch('svc_clock_offset_seconds', "how far this process's clock is from the database's", async () => {
    const began = now().getTime() / 1000
    const { rows } = await pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 as at')
    const ended = now().getTime() / 1000
    // The database looked at its clock somewhere in between: a slow one is not a wrong one.
    const { at = Number.NaN } = rows[0] ?? {}
    return Math.max(began - at, at - ended, 0)
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
  metrics.watchBy(
    'svc_database_server_connections',
    'connections of everybody to the database server, and how many it has room for (`max`)',
    'of',
    async () => {
      const { rows } = await pool.query<{ open: number; max: number }>(
        `select (select sum(numbackends)::int from pg_stat_database) as open,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`,
      )
      return new Map(Object.entries(rows[0] ?? {}))
    },
  )
  // PostgreSQL shows this only to those who may read all statistics.
  metrics.watch('svc_standbys', 'standbys that the database sends its changes to', async () => {
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_replication where state = 'streaming'",
    )
    return rows[0]?.n
  })
  metrics.watch('svc_standby_lag_seconds', 'how far the slowest standby is behind; left out without one', async () => {
    const { rows } = await pool.query<{ lag: number | null }>(
      `select max(extract(epoch from coalesce(replay_lag, interval '0')))::float8 as lag
        from pg_stat_replication where state = 'streaming'`,
    )
    return rows[0]?.lag ?? undefined
  })
}
