/**
 * Connections that have already dropped to their role, with limits on every wait (reliability 5c). The role and the limits
 * travel in the start-up packet; each new connection then shows them once, so that one whose settings were lost on the
 * way, in a pooler for example, is dropped before anybody uses it. So is one to a standby.
 */
import pg from 'pg'

export const APP_ROLE = 'pursestrings_app'
export const SYSTEM_ROLE = 'pursestrings_system'
export const WORKER_ROLE = 'pursestrings_worker'
/** What people do by hand with `admin`. */
export const OPERATOR_ROLE = 'pursestrings_operator'
export const OWNER_ROLE = 'pursestrings_owner'
export const CREATOR_ROLE = 'pursestrings_creator'
export const SCHEMA = 'pursestrings'
export const STATEMENT_TIMEOUT_MS = 5_000
/**
 * A server that can still speak ends a statement before this, and a commit has its own deadline before this, too. What is
 * silent for longer is a connection whose other end is gone without a word, as after a failover or behind a firewall that forgot it.
 */
export const SILENCE_MS = STATEMENT_TIMEOUT_MS + 4_000

/** How long a call waits for a connection: as long as for a statement. */
const CONNECT_MS = STATEMENT_TIMEOUT_MS

export type PoolRole = typeof APP_ROLE | typeof SYSTEM_ROLE | typeof WORKER_ROLE | typeof OPERATOR_ROLE

export interface PoolSettings {
  readonly url: string
  readonly max: number
  readonly application_name: string
  readonly role?: PoolRole
  readonly silence_ms?: number
}

const optionsOf = (role: PoolRole): string =>
  [
    `role=${role}`,
    `search_path=${SCHEMA}`,
    `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    'lock_timeout=2000',
    'idle_in_transaction_session_timeout=10000',
    'synchronous_commit=on',
    'plan_cache_mode=force_generic_plan',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')

export class WrongRole extends Error {}
export class LostSettings extends Error {}
/** Carries the code of a server that is starting up: calls are told to come again, as they are while none answers. */
export class ReadOnlyServer extends Error {
  readonly code = '57P03'
}

interface Shown {
  readonly role: string
  readonly commits_durably: boolean
  readonly has_time_limit: boolean
  readonly in_recovery: boolean
}

const SHOW = `select current_user as role, pg_is_in_recovery() as in_recovery,
  current_setting('synchronous_commit') in ('on', 'remote_apply') as commits_durably,
  current_setting('statement_timeout')::interval = interval '${STATEMENT_TIMEOUT_MS} ms' as has_time_limit`

const LOST_SETTINGS =
  'A new connection to the database does not wait for its commits to be safe, or has no time limit, and was dropped. ' +
  'Does a pooler between the service and PostgreSQL leave out the start-up options?'

export const createPool = ({
  url,
  max,
  application_name,
  role = APP_ROLE,
  silence_ms = SILENCE_MS,
}: PoolSettings): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name,
    options: optionsOf(role),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: silence_ms,
    idleTimeoutMillis: 30_000,
    async onConnect(client) {
      const { rows } = await client.query<Shown>(SHOW)
      const [shown] = rows
      if (shown?.role !== role) throw new WrongRole(wrongRole(role, shown?.role))
      if (!shown.commits_durably || !shown.has_time_limit) throw new LostSettings(LOST_SETTINGS)
      if (shown.in_recovery) throw new ReadOnlyServer('The database server is a standby that takes no changes.')
    },
  })
  // An idle connection that the server closes is not an error of any call; the pool opens another.
  pool.on('error', () => {})
  // One that is in use fails the statement that it runs; its own error event must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const wrongRole = (role: PoolRole, shown: string | undefined): string =>
  `A new connection to the database works as ${shown ?? 'nobody'} instead of ${role}, and was dropped. ` +
  'Does a pooler between the service and PostgreSQL leave out the start-up options?'
