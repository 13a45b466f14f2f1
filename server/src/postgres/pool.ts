/**
 * Connections that have already dropped to the application role, with limits on every wait (reliability 5c). The role
 * and the limits travel in the start-up packet: no extra round trip, and no connection that lacks them.
 */
import pg from 'pg'

export const APP_ROLE = 'countersign_app'
export const SYSTEM_ROLE = 'countersign_system'
export const OWNER_ROLE = 'countersign_owner'
export const CREATOR_ROLE = 'countersign_creator'
export const SCHEMA = 'countersign'

export interface PoolSettings {
  readonly url: string
  readonly max: number
  readonly application_name: string
}

const OPTIONS = [
  `role=${APP_ROLE}`,
  `search_path=${SCHEMA}`,
  'statement_timeout=5000',
  'lock_timeout=2000',
  'idle_in_transaction_session_timeout=10000',
  'synchronous_commit=on',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export const createPool = ({ url, max, application_name }: PoolSettings): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name,
    options: OPTIONS,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
  })
  // An idle connection that the server closes is not an error of any call; the pool opens another.
  pool.on('error', () => {})
  // One that is in use fails the statement that it runs; its own error event must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
