/** Decides which calls and jobs are traced. Without TRACE_URL none is, and the tracing library is not even loaded. */
import { Type } from 'typebox'
import type { Attributes, Span } from './span.ts'

export const TRACE_SETTINGS = {
  TRACE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'where traces are sent: the traces address of an OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces; without it nothing is traced',
    }),
  ),
  TRACE_RATIO: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.01,
    description: 'share of calls and jobs that are traced',
  }),
}

export type SpanKind = 'call' | 'job'

export interface Tracing {
  /** Undefined where it is not traced. `from` is the `traceparent` of whoever asked, if it is to be believed. */
  begin(kind: SpanKind, name: string, from?: string): Span | undefined
  /** Sends what is left. */
  stop(): Promise<void>
}

/** Always begins one: whether to is decided here. */
export interface Recorder {
  begin(kind: SpanKind, name: string, parent?: Parent, attributes?: Attributes): Span
  stop(): Promise<void>
}

export interface Parent {
  readonly trace_id: string
  readonly span_id: string
}

export const NO_TRACING: Tracing = { begin: () => undefined, stop: () => Promise.resolve() }

interface Start {
  readonly url: string | undefined
  readonly ratio: number
  readonly version: string
  readonly role: string
  /** Spans that never arrived: the collector did not take them, or too many waited. */
  readonly onDropped: (spans: number) => void
}

export const startTracing = async ({ url, ratio, ...how }: Start): Promise<Tracing> => {
  if (url === undefined) return NO_TRACING
  const { startRecorder } = await import('./open-telemetry.ts')
  const recorder = startRecorder({ url, ...how })
  return {
    begin(kind, name, from) {
      const asked = from === undefined ? undefined : readTraceparent(from)
      if (asked === undefined ? Math.random() >= ratio : !asked.sampled) return undefined
      return recorder.begin(kind, name, asked)
    },
    stop: recorder.stop,
  }
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Undefined for anything else than version 00 of the format: then the trace begins here. */
export const readTraceparent = (text: string): (Parent & { readonly sampled: boolean }) | undefined => {
  const [, trace_id, span_id, flags] = TRACEPARENT.exec(text) ?? []
  if (trace_id === undefined || span_id === undefined || flags === undefined) return undefined
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
