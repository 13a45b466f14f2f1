import * as contract from '@pursestrings/contract/health/operations'
import { openApiOf } from '@pursestrings/contract/openapi'
import type { AnswerOf, Operation } from '@pursestrings/contract/operation'
import { readService } from '@pursestrings/contract/service/operations'
import { acceptsGzip, compress } from '../http/headers.ts'
import { METRICS_TYPES, type MetricsFormat, metricsFormat } from '../http/metrics-format.ts'
import type { Route } from '../http/route.ts'
import { lazy } from '../lazy.ts'
import { type ServiceFacts, serviceView } from './read-service.ts'

interface Deps extends ServiceFacts {
  readonly served: readonly Operation[]
  readonly ready: () => AnswerOf<typeof contract.readReadiness>
  readonly metricsText: (format: MetricsFormat) => Promise<string>
}

export const healthRoutes = (route: Route, deps: Deps): void => {
  const { ready, metricsText, served } = deps
  // As bytes: turning 1.4 MB of text into them takes over ten milliseconds each time.
  const document = lazy(() => Buffer.from(JSON.stringify(openApiOf(served, deps))))
  const zippedDocument = lazy(() => compress(document()))
  route(contract.readHealth, () => Promise.resolve({ status: 'alive' as const, version: deps.version }))
  route(contract.readReadiness, async () => ready())
  route(readService, () => Promise.resolve(serviceView(deps)))
  route(contract.readMetrics, ({ headers, reply }) => {
    const format = metricsFormat(headers.accept)
    reply.type(METRICS_TYPES[format])
    return metricsText(format)
  })
  route(contract.readOpenApi, async ({ headers, reply }) => {
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip(headers)) return document()
    reply.header('content-encoding', 'gzip')
    return zippedDocument()
  })
}
