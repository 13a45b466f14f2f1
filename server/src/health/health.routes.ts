import * as contract from '@countersign/contract/health/operations'
import { openApiOf } from '@countersign/contract/openapi'
import { operations } from '@countersign/contract/operations'
import type pg from 'pg'
import type { Door } from '../http/door.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Wake } from '../wake/wake.ts'
import { checkReadiness } from './check-readiness.ts'

interface Means {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly metrics: Metrics
  readonly base_url: string
  readonly version: string
  readonly draining: () => boolean
}

export const healthRoutes = (door: Door, { pool, wake, metrics, base_url, version, draining }: Means): void => {
  const document = JSON.stringify(openApiOf(operations, { version, base_url }))
  door(contract.readHealth, () => Promise.resolve({ status: 'alive' as const, version }))
  door(contract.readReadiness, () => checkReadiness({ pool, wake, state: () => (draining() ? 'stopping' : 'serving') }))
  door(contract.readMetrics, () => metrics.text())
  door(contract.readOpenApi, () => Promise.resolve(document))
}
