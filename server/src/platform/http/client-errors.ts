/**
 * What is said to a message that is no call: one that isn't HTTP, has too large a head, or never comes whole. Node would say
 * it in a form of its own. It must not be taken for the answer to another call on the same connection: those that are due
 * come first, and a call that has had its answer gets no second one. Then the connection is closed.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import { headersTooLarge, malformedHttp, requestTimeout } from '@pursestrings/contract/transport-errors'
import { docUrlOf, wrapFailure } from '@pursestrings/contract/wire/envelopes'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { requestIdOf } from './headers.ts'
import type { RefusalObserver } from './refuse.ts'

const requestTimedOut = 'ERR_HTTP_REQUEST_TIMEOUT'
const REASONS: Readonly<Record<string, ErrorEntry>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  [requestTimedOut]: requestTimeout,
}
const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
/** The calls of a connection whose answers are still due, and the newest of all. */
const calls_on = new WeakMap<Socket, { readonly due: Set<Call>; newest: Call }>()

/** Was the message that turned out to be broken answered before it ended? */
const isAnswered = (socket: Socket): boolean => {
  const newest = calls_on.get(socket)?.newest
  return newest !== undefined && !newest.request.complete && newest.response.headersSent
}

const wholeCalls = (socket: Socket): Call[] =>
  [...(calls_on.get(socket)?.due ?? [])].filter(({ request }) => request.complete)

/** A thousand slow clients are late at the same moment: so many are told in one turn, the rest in the next. */
const AT_ONCE = 32

interface Deps {
  readonly base_url: string
  readonly observe: RefusalObserver
}

export const refuseBadMessage = ({ base_url, observe }: Deps) => {
  const refuse = (fault: Fault, socket: Socket): void => {
    const { code: reason = '' } = fault
    const before = reason === 'ECONNRESET' ? [] : wholeCalls(socket)
    if (before.length > 0) {
      // What else comes meanwhile is of no use to anybody.
      if (refused.has(socket)) return
      refused.add(socket)
      void Promise.all(before.map(({ response }) => once(response, 'close'))).then(() => refuse(fault, socket))
      return
    }
    if (reason !== 'ECONNRESET' && socket.writable && !isAnswered(socket)) {
      const { code, status, meaning, recovery } = REASONS[reason] ?? malformedHttp
      observe({ operation: 'none', code, declared: true })
      const request_id = requestIdOf({ headers: {} })
      const failed = { code, message: `${meaning} ${recovery}`, doc_url: docUrlOf(base_url, code) }
      const body = JSON.stringify(wrapFailure('payment_requests', failed, { request_id, now: new Date() }))
      const head = [
        `HTTP/1.1 ${status} ${PHRASES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        `x-request-id: ${request_id}`,
        'connection: close',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }
    socket.destroySoon()
  }
  const refused = new WeakSet<Socket>()
  const late: Late[] = []
  const refuseSome = (): void => {
    for (const one of late.splice(0, AT_ONCE)) if (!cameAfterAll(one)) refuse(one.fault, one.socket)
    if (late.length > 0) setImmediate(refuseSome)
  }
  return (fault: Fault, socket: Socket): void => {
    if (fault.code !== requestTimedOut) return refuse(fault, socket)
    if (late.push({ fault, socket, newest: calls_on.get(socket)?.newest }) === 1) setImmediate(refuseSome)
  }
}

interface Late {
  readonly fault: Fault
  readonly socket: Socket
  /** The newest call on its connection when it was found to be late. */
  readonly newest: Call | undefined
}

/** It had come in time, and this process was held up: it reads what has come only after it has looked for who is late. */
const cameAfterAll = ({ socket, newest }: Late): boolean => {
  const now = calls_on.get(socket)?.newest
  return now !== undefined && now !== newest && now.request.complete
}

type Fault = Error & { readonly code?: string }

/** Exactly one Host, as HTTP/1.1 demands: whoever stands in between may have looked at another one. */
export const refuseBadHost = (app: FastifyInstance): void => {
  const { server } = app
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const newest = { request, response }
    const calls = calls_on.get(request.socket) ?? { due: new Set<Call>(), newest }
    calls.newest = newest
    calls.due.add(newest)
    calls_on.set(request.socket, calls)
    response.once('close', () => calls.due.delete(newest))
  })
  // What else a client expects is no reason to refuse its call.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return done()
    reply.header('connection', 'close')
    done(new Refusal(malformedHttp))
  })
}
