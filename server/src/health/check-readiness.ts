/** May calls be sent here? Decided by the database and its migrations; a stopping process says no first. */
import { serviceUnavailable } from '@countersign/contract/transport-errors'
import type pg from 'pg'
import { missingMigrations } from '../postgres/migrate.ts'
import { Refusal } from '../refusal.ts'
import type { Wake } from '../wake/wake.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly state: () => 'starting' | 'serving' | 'stopping'
}

export const checkReadiness = async ({ pool, wake, state }: Deps) => {
  if (state() !== 'serving') throw notReady(`This process is ${state()}.`)
  const missing = await missingMigrations(pool).catch(() => undefined)
  if (missing === undefined) throw notReady('The database does not answer.')
  if (missing.length > 0) throw notReady(`The database lacks ${missing.join(', ')}; run \`migrate\`.`)
  return {
    status: 'ready' as const,
    checks: { database: 'ok' as const, migrations: 'ok' as const, wake: wake.state() },
  }
}

const notReady = (message: string) => new Refusal(serviceUnavailable, { message, details: { retry_after: 1 } })
