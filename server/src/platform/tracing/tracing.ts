/** Decides which calls and jobs are traced. Without TRACE_URL none is, and the tracing library is not even loaded. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { Type } from 'typebox'

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
const readTraceparent = (text: string): (Parent & { readonly sampled: boolean }) | undefined => {
  const [, trace_id, span_id, flags] = TRACEPARENT.exec(text) ?? []
  if (trace_id === undefined || span_id === undefined || flags === undefined) return undefined
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

// Spans follow a call through this process. Whether a call is traced is decided once, where it begins; every other place
// asks for the current span, and for a call that is not traced there is none, so nothing is made, timed or sent.

type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  readonly trace_id: string
  /** How another process goes on with this trace (W3C Trace Context). */
  readonly traceparent: string
  /** A part of this one. `beside` are others that wait for the same part. */
  begin(name: string, attributes?: Attributes, beside?: readonly Span[]): Span
  /** A span that fails tells the kind of error, never its message: that may quote a person. */
  end(attributes?: Attributes, error?: unknown): void
}

const storage = new AsyncLocalStorage<Span | undefined>()

export const currentSpan = (): Span | undefined => storage.getStore()

/** Whatever `work` starts belongs to this span, and to no other; with none, to none. */
export const within = <R>(span: Span | undefined, work: () => R): R =>
  span === storage.getStore() ? work() : storage.run(span, work)

/** Runs in a span that ends with it. */
export const runIn = async <R>(span: Span, work: () => Promise<R>): Promise<R> => {
  try {
    const result = await storage.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end({}, error)
    throw error
  }
}

/** Runs as a part of the current span, if there is one. */
export const traced = <R>(name: string, work: () => Promise<R>): Promise<R> => {
  const span = storage.getStore()
  return span === undefined ? work() : runIn(span.begin(name), work)
}
