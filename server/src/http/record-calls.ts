/** One line and one measurement per call, by operation: no address, no body, no query. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'
import { operationOf } from './refuse.ts'

export const recordCalls = (
  app: FastifyInstance,
  { metrics, draining }: { metrics: Metrics; draining: () => boolean },
): void => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // While this process stops, clients are told to open their next connection elsewhere.
    if (draining()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)?.id ?? 'none'
    const status = reply.statusCode
    const { refused_with } = request
    metrics.observeCall({ operation, status }, reply.elapsedTime / 1000, request.span?.trace_id)
    if (refused_with !== undefined) metrics.refusal.inc({ operation, code: refused_with })
    request.span?.end({
      'http.response.status_code': status,
      ...(refused_with !== undefined && { code: refused_with }),
    })
    const line = { operation, status, ms: Math.round(reply.elapsedTime * 10) / 10, code: refused_with }
    request.log[status >= 500 ? 'error' : 'info'](line, 'call')
    done()
  })
}
