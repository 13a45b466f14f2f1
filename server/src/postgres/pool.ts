/**
 * Connections that have already dropped to their role, with limits on every wait (reliability 5c). The role and the limits
 * travel in the start-up packet; each new connection then shows its role once, so that one whose settings were lost on the
 * way, in a pooler for example, is dropped before anybody uses it.
 */
import pg from 'pg'

export const APP_ROLE = 'countersign_app'
export const SYSTEM_ROLE = 'countersign_system'
export const WORKER_ROLE = 'countersign_worker'
export const OWNER_ROLE = 'countersign_owner'
export const CREATOR_ROLE = 'countersign_creator'
export const SCHEMA = 'countersign'
export const STATEMENT_TIMEOUT_MS = 5_000

export type PoolRole = typeof APP_ROLE | typeof SYSTEM_ROLE | typeof WORKER_ROLE

export interface PoolSettings {
  readonly url: string
  readonly max: number
  readonly application_name: string
  readonly role?: PoolRole
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

export const createPool = ({ url, max, application_name, role = APP_ROLE }: PoolSettings): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name,
    options: optionsOf(role),
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    async onConnect(client) {
      const { rows } = await client.query<{ shown: string }>('select current_user as shown')
      if (rows[0]?.shown !== role) throw new WrongRole(wrongRole(role, rows[0]?.shown))
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
