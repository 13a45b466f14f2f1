/** The only place that knows how a refusal looks in HTTP. What was not meant is a bug: 500, logged whole, said briefly. */
import { type Operation, refusalsOf } from '@pursestrings/contract/operation'
import { UNROUTED } from '@pursestrings/contract/operations'
import {
  bodyTooLarge,
  internalError,
  malformedHttp,
  malformedJson,
  methodNotAllowed,
  outcomeUnknown,
  routeNotFound,
  serviceUnavailable,
  unsupportedMediaType,
} from '@pursestrings/contract/transport-errors'
import { docUrlOf, surfaceOfUrl, wrapFailure } from '@pursestrings/contract/wire/envelopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, OutcomeUnknown, troubleCode } from '../postgres/commit.ts'
import { Refusal } from '../refusal.ts'

// A call that no route serves: the path may be known with another method, and then the answer says which. A path that is known
// with this very method holds an id of a length that no id has.

export type RefusalOfNoRoute = (request: { url: string; method: string }) => Refusal

export const refusalOfNoRoute = (served: readonly Operation[]): RefusalOfNoRoute => {
  const paths = [...Map.groupBy(served, (o) => o.path)].map(([path, list]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: list.flatMap((o) => (o.method === 'GET' ? ['GET', 'HEAD'] : [o.method])),
  }))
  return ({ url, method }) => {
    const [path = ''] = url.split('?', 1)
    // Several paths may fit, such as `…/current` and `…/{id}`.
    const methods = paths.filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods)
    if (methods.length === 0 || methods.includes(method)) return new Refusal(routeNotFound)
    const allow = [...new Set(methods)].toSorted().join(', ')
    return new Refusal(methodNotAllowed, { headers: { allow } })
  }
}

/** Told of every refusal; tests learn from it what is declared, thrown and provoked. */
export type RefusalObserver = (seen: { operation: string; code: string; declared: boolean }) => void

const FASTIFY_CODES: Readonly<Record<string, Refusal['entry']>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: malformedJson,
}

const meant = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (error instanceof OutcomeUnknown) return new Refusal(outcomeUnknown)
  if (isUnavailable(error)) return new Refusal(serviceUnavailable, { details: { retry_after: 1 } })
  const entry = FASTIFY_CODES[(error as { code?: string }).code ?? '']
  return entry && new Refusal(entry)
}

interface Deps {
  readonly observe: RefusalObserver
  readonly base_url: string
  readonly noRoute: RefusalOfNoRoute
}

export const refuseOn = (app: FastifyInstance, { observe, base_url, noRoute }: Deps): void => {
  // Calls that shared a statement fail by one and the same error: it is told of once.
  const result = new WeakSet<Error>()
  const answer = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    const operation = operationOf(request)
    const { entry, message, issues, details, headers } = refusal
    const known = UNROUTED.includes(entry) || operation === undefined
    const declared = known || refusalsOf(operation).some((e) => e.code === entry.code)
    observe({ operation: operation?.id ?? 'none', code: entry.code, declared })
    if (!declared) {
      request.log.error({ code: entry.code, operation: operation?.id }, 'refused with a code that is not declared')
      return answer(request, reply, new Refusal(internalError))
    }
    request.refused_with = entry.code
    reply.headers(headers)
    if (typeof details.retry_after === 'number') reply.header('retry-after', details.retry_after)
    if (entry.status === 401) reply.header('www-authenticate', 'Bearer realm="pursestrings"')
    const failed = { code: entry.code, message, doc_url: docUrlOf(base_url, entry.code), issues, details }
    const meta = { request_id: request.id, now: new Date() }
    const surface = operation ? (operation.surface ?? 'payment_requests') : surfaceOfUrl(request.url)
    const envelope = wrapFailure(surface, failed, meta)
    return reply.code(entry.status).type('application/json; charset=utf-8').send(JSON.stringify(envelope))
  }
  app.setErrorHandler((error, request, reply) => {
    // Whoever called is gone, or sent what is no HTTP: not the database's trouble, though the error has a code of that kind.
    if (request.raw.destroyed && !request.raw.complete) {
      request.log.debug('the call did not come whole')
      return answer(request, reply, new Refusal(malformedHttp))
    }
    const refusal = meant(error)
    if (isUnavailable(error)) {
      const trouble = error as Error
      const about = { database_code: troubleCode(error), reason: trouble.message }
      if (!result.has(trouble)) request.log.error(about, 'the database could not do this now')
      result.add(trouble)
    } else if (!refusal || error instanceof OutcomeUnknown) request.log.error({ err: error }, 'call failed')
    return answer(request, reply, refusal ?? new Refusal(internalError))
  })
  app.setNotFoundHandler((request, reply) => answer(request, reply, noRoute(request)))
}

/** An address that cannot even be routed never reaches the handlers above, nor the hooks that set headers. */
export const refuseBadUrl =
  (base_url: string) =>
  (_error: unknown, request: { id: string; url: string }, reply: FastifyReply): void => {
    const { code, meaning, recovery, status } = routeNotFound
    const failed = { code, message: `${meaning} ${recovery}`, doc_url: docUrlOf(base_url, code) }
    const meta = { request_id: request.id, now: new Date() }
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(wrapFailure(surfaceOfUrl(request.url), failed, meta)))
  }

export const operationOf = (request: FastifyRequest): Operation | undefined => request.routeOptions.config.operation

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyRequest {
    refused_with?: string
  }
}
