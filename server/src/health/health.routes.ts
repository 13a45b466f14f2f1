import * as contract from '@countersign/contract/health/operations'
import { openApiOf } from '@countersign/contract/openapi'
import { operations } from '@countersign/contract/operations'
import type pg from 'pg'
import type { Route } from '../http/route.ts'
import type { Wake } from '../wake/wake.ts'
import { checkReadiness } from './check-readiness.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  readonly metricsText: () => Promise<string>
  readonly base_url: string
  readonly version: string
  readonly draining: () => boolean
}

export const healthRoutes = (route: Route, { pool, wake, metricsText, base_url, version, draining }: Deps): void => {
  const document = JSON.stringify(openApiOf(operations, { version, base_url }))
  route(contract.readHealth, () => Promise.resolve({ status: 'alive' as const, version }))
  route(contract.readReadiness, () =>
    checkReadiness({ pool, wake, state: () => (draining() ? 'stopping' : 'serving') }),
  )
  route(contract.readMetrics, metricsText)
  route(contract.readOpenApi, () => Promise.resolve(document))
}
