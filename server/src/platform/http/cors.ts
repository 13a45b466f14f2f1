/**
 * Which routes a page of another origin may use: those that declare it, since wallets on the web have origins of their own.
 * Their token is in the call itself and cookies are never allowed, so a page gains nothing that it did not bring.
 */
import { operations } from '@pursestrings/contract/operations'
import { originNotAllowed } from '@pursestrings/contract/transport-errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'
import { operationOf } from './refuse.ts'

const TAKEN_HEADERS = [
  'authorization',
  'content-type',
  'x-request-id',
  'x-idempotency-key',
  'idempotency-key',
  'last-event-id',
]
const SHOWN_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after', 'idempotency-replayed']
const PREFLIGHT_S = 600

const ANY_ORIGIN = { 'access-control-allow-origin': '*' }

export const showToPages = (reply: FastifyReply): void => {
  reply.headers({ ...ANY_ORIGIN, 'access-control-expose-headers': SHOWN_HEADERS.join(', ') })
}

/** Those of modules that are left out as well: a page must be able to read why it was refused. */
export const allowOtherOrigins = (app: FastifyInstance): void => {
  // Before anything can refuse.
  app.addHook('onRequest', (request, reply, done) => {
    if (operationOf(request)?.cross_origin) {
      showToPages(reply)
    }
    done()
  })
  for (const path of new Set(operations.map((o) => o.path))) {
    const open = methodsAt(path)
    // Closed paths are named too, lest `…/current` be answered as an id of `…/{id}`.
    app.options(path.replaceAll(/\{(\w+)\}/g, ':$1'), (_request, reply) =>
      open.length === 0 ? reply.callNotFound() : reply.code(204).headers(preflightOf(open)).send(),
    )
  }
}

/** `…/current` is a path of its own for some methods, and for others a value of `…/{id}`. */
const methodsAt = (path: string): string[] => {
  const own = operations.filter((o) => o.path === path)
  const others = operations.filter((o) => o.path !== path && o.path.replace(/\{\w+\}/, 'current') === path)
  const reached = others.filter((o) => own.every(({ method }) => method !== o.method))
  return [...own, ...reached].filter((o) => o.cross_origin).map((o) => o.method)
}

const preflightOf = (methods: readonly string[]) => ({
  ...ANY_ORIGIN,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': TAKEN_HEADERS.join(', '),
  'access-control-max-age': PREFLIGHT_S,
})

/** A change that a browser makes must come from our own pages. Programs that are no browser send no Origin. */
export const originCheck = (own_urls: readonly string[]) => {
  const own = new Set(own_urls.map((url) => new URL(url).origin))
  return (headers: Readonly<Record<string, string | string[] | undefined>>): void => {
    const { origin, 'sec-fetch-site': site } = headers
    if (origin !== undefined ? !own.has(String(origin)) : site === 'cross-site') throw new Refusal(originNotAllowed)
  }
}
