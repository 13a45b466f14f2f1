/**
 * The one way to the service: JSON, a time limit per try, retries where they are safe, typed errors. A credential is asked
 * for at every try and stays in this file's calls; nothing that hooks or errors show contains one.
 */

import { ApiError } from './api-error.ts'
import { type Answered, type CallOptions, NetworkError, OutcomeUnknownError, TimeoutError } from './call.ts'
import type { OperationFacts } from './operation-facts.ts'
import { answerIn, readJson, refusalIn, requestIdOf } from './read-answer.ts'
import { leavesUnknown, pause, pauseAfter } from './retry-rule.ts'
import { VERSION } from './version.ts'

export interface RequestSeen {
  readonly operation: string
  readonly method: string
  readonly path: string
  /** 1 for the first try. */
  readonly attempt: number
}

export interface ResponseSeen extends RequestSeen {
  readonly status: number
  readonly request_id: string | undefined
  readonly duration_ms: number
}

export interface TransportOptions {
  /** Where the service is: https, or http on this machine, such as `http://127.0.0.1:8787`. */
  readonly base_url: string
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Per try; 30 seconds by default. */
  readonly timeout_ms?: number | undefined
  /** 2 by default. */
  readonly retries?: number | undefined
  /** Called before every try. */
  readonly onRequest?: ((seen: RequestSeen) => void) | undefined
  /** Called after every answer. */
  readonly onResponse?: ((seen: ResponseSeen) => void) | undefined
}

/** What opens the route, as a header; nothing where a cookie does. */
export interface Credential {
  header(): Promise<readonly [name: string, value: string] | undefined>
  /** Called once, after a 401 to the value that was sent; true where the call is to be made once more. */
  renew?(value: string): boolean
}

export interface Outgoing {
  readonly operation: OperationFacts
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** Made for each try where that matters. */
  readonly body: () => unknown
  readonly credential: Credential | undefined
  readonly idempotency_key: string | undefined
  /** May a lost try be sent again? */
  readonly repeatable: boolean
}

export type Send = (outgoing: Outgoing, options?: CallOptions) => Promise<Answered<unknown>>

const TIMEOUT_MS = 30_000
const RETRIES = 2

export const createTransport = (input: TransportOptions): Send => {
  const base_url = baseOf(input.base_url)
  return async (outgoing, options = {}) => {
    const { operation, repeatable, credential, idempotency_key } = outgoing
    const retries = options.retries ?? input.retries ?? RETRIES
    let unknown = false
    let renewed = false
    for (let retry = 0, attempt = 1; ; attempt++) {
      const header = await credential?.header()
      let response: Response | undefined
      try {
        const seen = { operation: operation.id, method: operation.method, path: outgoing.path, attempt }
        const { text, ...answered } = await one(input, { base_url, outgoing, header, options, seen })
        response = answered.response
        if (response.ok && operation.text) return { data: {}, response, request_id: requestIdOf(response) }
        const json = readJson(text)
        if (!response.ok || !json) throw refusalIn(response, json)
        return { data: answerIn(json), response, request_id: requestIdOf(response) }
      } catch (failure) {
        options.signal?.throwIfAborted()
        if (!renewed && header && failure instanceof ApiError && failure.status === 401) {
          renewed = true
          if (credential?.renew?.(header[1])) continue
        }
        unknown ||= leavesUnknown(failure)
        const should_retry = response?.headers.get('x-should-retry')
        const wait_ms = repeatable && retry < retries ? pauseAfter(failure, retry, should_retry) : undefined
        if (wait_ms === undefined) throw lastWord(failure, unknown, operation.id, idempotency_key)
        retry++
        await pause(wait_ms, options.signal)
      }
    }
  }
}

/** A create that may have been done is not said to have failed, whatever its last try heard. */
const lastWord = (failure: unknown, unknown: boolean, operation: string, key: string | undefined): unknown => {
  const definite =
    failure instanceof ApiError && failure.status < 500 && failure.status !== 408 && failure.status !== 429
  return unknown && !definite && key !== undefined ? new OutcomeUnknownError(operation, key, failure) : failure
}

interface Try {
  readonly base_url: string
  readonly outgoing: Outgoing
  readonly header: readonly [string, string] | undefined
  readonly options: CallOptions
  readonly seen: RequestSeen
}

const one = async (
  input: TransportOptions,
  { base_url, outgoing, header, options, seen }: Try,
): Promise<{ response: Response; text: string }> => {
  const { operation, path, query } = outgoing
  const body = operation.method === 'GET' ? undefined : JSON.stringify(await outgoing.body())
  const timeout_ms = Math.ceil((options.timeout_ms ?? input.timeout_ms ?? TIMEOUT_MS) + waitOf(query))
  const timeout = timeoutAfter(timeout_ms)
  const sent = {
    method: operation.method,
    headers: {
      accept: operation.text ? '*/*' : 'application/json',
      ...(SENDS_AGENT && { 'user-agent': `pursestrings-sdk/${VERSION}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.request_id !== undefined && { 'x-request-id': options.request_id }),
      ...(header && { [header[0]]: header[1] }),
    },
    ...(body !== undefined && { body }),
    // An answer from elsewhere is not the service's, and a credential goes nowhere else.
    redirect: 'error' as const,
    signal: options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal,
  }
  const began = performance.now()
  input.onRequest?.(seen)
  const answered = await (input.fetch ?? globalThis.fetch)(base_url + path + searchOf(query), sent)
    // A text of any length takes its time: the limit is for its beginning.
    .then(async (response) => ({ response, text: response.ok && operation.text ? '' : await response.text() }))
    .catch((cause: unknown) => {
      const what = `${operation.method} ${path}`
      const open = operation.idempotency === 'none' ? ' It may have been done: look before you send it again.' : ''
      if (timeout.signal.aborted)
        throw new TimeoutError(`${what}: no answer within ${timeout_ms} ms.${open}`, { cause })
      throw new NetworkError(`${what}: no answer from ${base_url}: ${reasonOf(cause)}.${open}`, { cause })
    })
    .finally(timeout.clear)
  const { response } = answered
  const duration_ms = performance.now() - began
  input.onResponse?.({ ...seen, status: response.status, request_id: requestIdOf(response), duration_ms })
  return answered
}

const timeoutAfter = (ms: number): { readonly signal: AbortSignal; clear(): void } => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  return { signal: late.signal, clear: () => clearTimeout(timer) }
}

/** Not from a page or its workers: a header of its own would have to be allowed there first. */
const SENDS_AGENT =
  (globalThis as { process?: { versions?: { node?: unknown } } }).process?.versions?.node !== undefined

/** A call that lets the service wait needs that much longer. */
const waitOf = ({ wait }: Outgoing['query']): number => (typeof wait === 'number' ? wait * 1000 : 0)

const searchOf = (query: Outgoing['query']): string => {
  const named = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item): [string, string] => [name, String(item)]),
  )
  return named.length === 0 ? '' : `?${new URLSearchParams(named).toString()}`
}

const reasonOf = (cause: unknown): string => {
  const inner: unknown = cause instanceof Error ? (cause.cause ?? cause) : cause
  const code = (inner as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : inner instanceof Error ? inner.message : String(inner)
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

/** `name` is what the caller gave it as. */
export const baseOf = (input: string, name = 'base_url'): string => {
  const url = URL.canParse(input) ? new URL(input) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError(`${name} must be an http or https URL without user, query or fragment`)
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new TypeError(`${name} must be https: ${url.host} is not this machine, and http hides no secret from the way`)
  }
  return url.href.replace(/\/+$/, '')
}
