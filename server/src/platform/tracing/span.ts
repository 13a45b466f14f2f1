/**
 * Spans follow a call through this process. Whether a call is traced is decided once, where it begins; every other place
 * asks for the current span, and for a call that is not traced there is none, so nothing is made, timed or sent.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Readonly<Record<string, string | number>>

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
