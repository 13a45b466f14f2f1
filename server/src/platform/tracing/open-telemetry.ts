/**
 * Spans by OpenTelemetry's library, sent as OTLP over HTTP. Loaded only where traces are wanted. Nothing here is global: each
 * service has its own recorder, and no instrumentation changes other modules.
 */
import {
  type Context,
  SpanKind as OtelKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Parent, Recorder, Span, SpanKind } from './tracing.ts'

interface Start {
  readonly url: string
  readonly version: string
  readonly role: string
  readonly onDropped: (spans: number) => void
}

const WAITING_MAX = 2_048
const SEND_EVERY_MS = 2_000
const SEND_MS_MAX = 5_000
const SAMPLED = 1
/** The library's code for success. */
const SENT = 0
const KINDS: Record<SpanKind, OtelKind> = { call: OtelKind.SERVER, job: OtelKind.CONSUMER }

export const startRecorder = ({ url, version, role, onDropped }: Start): Recorder => {
  let waiting = 0
  const sender = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS_MAX })
  const exporter: SpanExporter = {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        waiting -= spans.length
        const code: number = result.code
        if (code !== SENT) onDropped(spans.length)
        done(result)
      }),
    forceFlush: () => sender.forceFlush(),
    shutdown: () => sender.shutdown(),
  }
  const batches = new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, maxQueueSize: WAITING_MAX })
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes({ 'service.name': 'pursestrings', 'service.version': version, 'svc.role': role }),
    spanProcessors: [
      {
        onStart: (span, context) => batches.onStart(span, context),
        onEnd(span) {
          if (waiting >= WAITING_MAX) return onDropped(1)
          waiting++
          batches.onEnd(span)
        },
        forceFlush: () => batches.forceFlush(),
        shutdown: () => batches.shutdown(),
      },
    ],
  })
  const tracer = provider.getTracer('pursestrings', version)
  return {
    begin: (kind, name, parent, attributes = {}) =>
      spanOf(tracer, contextOf(parent), name, { kind: KINDS[kind], attributes }),
    stop: () => provider.shutdown().catch(() => {}),
  }
}

const contextOf = (parent: Parent | undefined): Context =>
  parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.trace_id,
        spanId: parent.span_id,
        traceFlags: SAMPLED,
        isRemote: true,
      })

const spanOf = (
  tracer: Tracer,
  parent: Context,
  name: string,
  options: Parameters<Tracer['startSpan']>[1] = {},
): Span => {
  const span = tracer.startSpan(name, options, parent)
  const { traceId, spanId } = span.spanContext()
  return {
    trace_id: traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    begin(part, attributes = {}, beside = []) {
      const links = beside.map(({ traceparent }) => {
        const [, trace_id = '', span_id = ''] = traceparent.split('-')
        return { context: { traceId: trace_id, spanId: span_id, traceFlags: SAMPLED } }
      })
      return spanOf(tracer, trace.setSpan(parent, span), part, { attributes, links })
    },
    end(attributes, error) {
      if (attributes !== undefined) span.setAttributes(attributes)
      if (error !== undefined) {
        span.setAttribute('error.type', typeOf(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}
