import * as contract from '@countersign/contract/health/operations'
import { openApiOf } from '@countersign/contract/openapi'
import type { AnswerOf } from '@countersign/contract/operation'
import { operations } from '@countersign/contract/operations'
import { readService } from '@countersign/contract/service/operations'
import { atFirstUse } from '../at-first-use.ts'
import { METRICS_TYPES, type MetricsFormat, metricsFormat } from '../http/metrics-format.ts'
import type { Route } from '../http/route.ts'
import { type ServiceFacts, serviceView } from './read-service.ts'

interface Deps extends ServiceFacts {
  readonly ready: () => AnswerOf<typeof contract.readReadiness>
  readonly metricsText: (format: MetricsFormat) => Promise<string>
}

export const healthRoutes = (route: Route, deps: Deps): void => {
  const { ready, metricsText, base_url, version } = deps
  const document = atFirstUse(() => JSON.stringify(openApiOf(operations, { version, base_url })))
  route(contract.readHealth, () => Promise.resolve({ status: 'alive' as const, version }))
  route(contract.readReadiness, async () => ready())
  route(readService, () => Promise.resolve(serviceView(deps)))
  route(contract.readMetrics, ({ headers, reply }) => {
    const format = metricsFormat(headers.accept)
    reply.type(METRICS_TYPES[format])
    return metricsText(format)
  })
  route(contract.readOpenApi, () => Promise.resolve(document()))
}
