/** Begins the span of a call that is traced, and puts its trace into every line that the call logs. */
import { isTextAnswer } from '@countersign/contract/operation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span } from '../tracing/span.ts'
import { NO_TRACING, type Tracing } from '../tracing/tracing.ts'
import { operationOf } from './refuse.ts'

export const traceCalls = (app: FastifyInstance, tracing: Tracing): void => {
  app.decorateRequest('span', undefined)
  if (tracing === NO_TRACING) return
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = operationOf(request)
    // A stream goes on for hours: its trace would never end.
    if (operation !== undefined && isTextAnswer(operation.answer.body)) return done()
    const span = tracing.begin('call', operation?.id ?? 'none', traceparentOf(request))
    if (span !== undefined) {
      request.span = span
      request.log = request.log.child({ trace_id: span.trace_id })
    }
    done()
  })
}

/** Only a proxy of ours may say that a call is traced: its word about the client's address was taken too. */
const traceparentOf = ({ headers, ip, socket }: FastifyRequest): string | undefined => {
  const { traceparent } = headers
  return ip !== socket.remoteAddress && typeof traceparent === 'string' ? traceparent : undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call that is traced. */
    span: Span | undefined
  }
}
