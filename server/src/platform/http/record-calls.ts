/** One line and one measurement per call, by operation and by the ids of who called about what: no address, no body, no query. */
import { credentialsOf, isTextAnswer, type Operation } from '@pursestrings/contract/operation'
import { outcomeUnknown } from '@pursestrings/contract/transport-errors'
import { DIGITS, idOf, PREFIXES } from '@pursestrings/contract/wire/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Admitted } from '../credentials/guards.ts'
import { NO_TRACING, type Span, type Tracing } from '../tracing/tracing.ts'
import { wantsStream } from './headers.ts'
import { RawJson } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import { operationOf } from './refuse.ts'

// Who called, and about which record, for the line that a call leaves: by ids alone, which are nobody's name. So the
// `request_id` that a caller reports leads to an organization or a wallet, and to what was asked for.

interface Subject {
  readonly caller: string
  readonly organization?: string
  readonly connection?: string
  readonly wallet?: string
}

const subjectOf = (caller: Admitted): Subject => {
  const { kind } = caller
  const of = {
    ...('merchant_id' in caller && { organization: idOf('mer', caller.merchant_id) }),
    ...('connection_id' in caller && { connection: idOf('con', caller.connection_id) }),
    ...(caller.kind === 'device_token' && 'device_id' in caller && { wallet: idOf('dev', caller.device_id) }),
  }
  if (!('owner_id' in caller)) return { caller: kind, ...of }
  if (kind === 'device_token') return { caller: kind, wallet: idOf('dev', caller.owner_id) }
  const { share_key, owner_id } = caller
  return {
    caller: kind,
    ...(share_key !== '' && { organization: idOf('mer', share_key) }),
    ...(kind === 'connection_token' && { connection: idOf('con', owner_id) }),
  }
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(PREFIXES))
const isId = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  const at = value.indexOf('_')
  return KNOWN.has(value.slice(0, at)) && DIGITS.test(value.slice(at + 1))
}

/** The record that the address names last. */
const recordNamed = (params: unknown): string | undefined => Object.values(params ?? {}).findLast(isId)

/** The record that an answer tells of first: what was just made. */
const recordMade = (answer: unknown): string | undefined => {
  if (answer instanceof RawJson) return /"([a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25})"/.exec(answer.fields)?.[1]
  if (answer === null || typeof answer !== 'object') return undefined
  const values = Object.values(answer)
  return values.find(isId) ?? values.map(recordMade).find((id) => id !== undefined)
}

interface Deps {
  readonly metrics: Metrics
  readonly draining: () => boolean
  readonly operations: readonly Operation[]
  /** Whether a line says who called, and about what. */
  readonly callers: boolean
}

/** Turned away without a good credential: what a stranger meets says nothing of how callers are served. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 429])

export const recordCalls = (app: FastifyInstance, { metrics, draining, operations, callers }: Deps): void => {
  // From zero on: a figure that begins with its first fault hides that fault.
  for (const { id } of operations) metrics.served.inc({ operation: id, outcome: 'failed' }, 0)
  app.decorateRequest('called', undefined)
  app.addHook('onSend', (_request, reply, payload, done) => {
    // While this process stops, clients are told to open their next connection elsewhere.
    if (draining()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)?.id ?? 'none'
    const status = reply.statusCode
    const { refused_with } = request
    // How long somebody followed a feed says nothing of how fast calls are.
    if (status !== 200 || !wantsStream(operationOf(request), request)) {
      metrics.observeCall({ operation, status }, reply.elapsedTime / 1000, request.span?.trace_id)
    }
    if (refused_with !== undefined) metrics.refusal.inc({ operation, code: refused_with })
    if (refused_with === outcomeUnknown.code) metrics.outcome_unknown.inc()
    if (isServed(request, status)) metrics.served.inc({ operation, outcome: status >= 500 ? 'failed' : 'answered' })
    request.span?.end({
      'http.response.status_code': status,
      ...(refused_with !== undefined && { code: refused_with }),
    })
    const subject = callers && request.called && toldOf(request.called)
    const line = { operation, status, ms: Math.round(reply.elapsedTime * 10) / 10, code: refused_with, ...subject }
    request.log[status >= 500 ? 'error' : 'info'](line, 'call')
    done()
  })
}

const isServed = (request: FastifyRequest, status: number): boolean => {
  const operation = operationOf(request)
  if (operation === undefined) return false
  if (!request.stranger || credentialsOf(operation).includes('none')) return true
  return !TURNED_AWAY.has(status) && request.refused_with !== 'overloaded'
}

interface Called {
  readonly caller: Admitted
  readonly params?: unknown
  /** The answer of a call that made something. */
  readonly made?: unknown
}

const toldOf = ({ caller, params, made }: Called) => ({
  ...subjectOf(caller),
  record: recordMade(made) ?? recordNamed(params),
})

/** Begins the span of a call that is traced, and puts its trace into every line that the call logs. */
export const traceCalls = (app: FastifyInstance, tracing: Tracing): void => {
  app.decorateRequest('span', undefined)
  if (tracing === NO_TRACING) return
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = operationOf(request)
    // A stream goes on for hours, as a file may: its trace would never end.
    if (operation !== undefined && (isTextAnswer(operation.answer.body) || wantsStream(operation, request)))
      return done()
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
    called: Called | undefined
  }
}

// After a call that may have changed something, workers look what is due. Rung at most so often, and once more after the last:
// a look sees all that was committed before it.

const GATHER_MS = 50

export const tellChanges = (app: FastifyInstance, tell: () => void): void => {
  let timer: NodeJS.Timeout | undefined
  let again = false
  const ring = () => {
    again = false
    tell()
    timer = setTimeout(() => {
      timer = undefined
      if (again) ring()
    }, GATHER_MS).unref()
  }
  app.addHook('onResponse', ({ method }, _reply, done) => {
    if (method !== 'GET' && timer) again = true
    else if (method !== 'GET') ring()
    done()
  })
}
