/**
 * How many calls a process works on at once. Beyond that a call is refused before its body is read, its credential looked at
 * or the database asked: a refusal costs next to nothing, and those that are let in stay fast. The last places are kept for
 * calls that stop something. Calls that wait for events have rooms of their own (`waiting-room.ts`), and those that wait for
 * somebody outside a limit of their own; neither counts here. Nor does a call whose body is still coming: whoever sends it
 * slowly would hold a place.
 *
 * A connection that was told to wait and calls again before its time is left waiting until then, so that clients which don't
 * listen cost no more than those which do. Connections of proxies carry many clients and are never left waiting.
 */
import type { Socket } from 'node:net'
import { isTextAnswer, type Operation } from '@countersign/contract/operation'
import { overloaded } from '@countersign/contract/transport-errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'
import { operationOf } from './refuse.ts'

/** What ends a right, a payment or a session, or tells what became of one. */
export const URGENT: ReadonlySet<string> = new Set([
  'agent_credentials.revoke',
  'agent_payments.cancel',
  'agent_payments.report_status',
  'api_keys.revoke',
  'automation_policies.pause',
  'automation_policies.withdraw',
  'connect_invitations.reject',
  'connections.end_current',
  'connections.revoke',
  'connections.revoke_for_merchant',
  'connections.update',
  'devices.revoke_current',
  'devices.revoke_key',
  'member_invitations.withdraw',
  'members.remove',
  'merchant_keys.revoke',
  'merchant_sessions.close',
  'merchant_sessions.close_all',
  'merchant_sessions.close_current',
  'pairing.reject',
  'passkeys.remove',
  'payment_requests.cancel',
  'payment_requests.report_status',
  'recipients.hold_version',
  'recipients.recall_version',
  'recipients.retire',
  'recipients.retire_version',
])

const FOR_ORDINARY = 0.9

/** Different for each, so that those who were refused together don't come back together. */
const someSeconds = (): number => 1 + Math.floor(Math.random() * 3)

export const overloadedNow = (retry_after = someSeconds()): Refusal =>
  new Refusal(overloaded, { details: { retry_after } })

interface Deps {
  readonly at_once_max: number
  readonly metrics: Metrics
}

export const admitCalls = (app: FastifyInstance, { at_once_max, metrics }: Deps): void => {
  let in_flight = 0
  const ordinary_max = Math.floor(at_once_max * FOR_ORDINARY)
  /** Until when a connection was told to wait. */
  const told = new WeakMap<Socket, number>()
  metrics.count('svc_calls_in_flight', 'calls that this process works on', () => in_flight)
  metrics.count('svc_calls_at_once_max', 'calls that this process would work on at once', () => at_once_max)

  const isFull = (operation: Operation | undefined): boolean =>
    in_flight >= ordinary_max && (in_flight >= at_once_max || !URGENT.has(operation?.id ?? ''))
  const refuse = ({ ip, socket }: FastifyRequest): Refusal => {
    metrics.shed.inc({ reason: 'calls' })
    const retry_after = someSeconds()
    if (ip === socket.remoteAddress) told.set(socket, performance.now() + 1000 * retry_after)
    return overloadedNow(retry_after)
  }
  const leave = (request: FastifyRequest): void => {
    if (request.in_flight) in_flight--
    request.in_flight = false
  }
  app.decorateRequest('in_flight', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = operationOf(request)
    if (!isFull(operation) || !isCounted(operation, request)) return done()
    const wait_ms = (told.get(request.socket) ?? 0) - performance.now()
    if (wait_ms <= 0) return done(refuse(request))
    setTimeout(() => done(isFull(operation) ? refuse(request) : undefined), wait_ms)
  })
  app.addHook('preHandler', (request, reply, done) => {
    const operation = operationOf(request)
    if (!isCounted(operation, request)) return done()
    // Others may have come in while this one's body was read.
    if (isFull(operation)) return done(refuse(request))
    in_flight++
    request.in_flight = true
    reply.raw.once('close', () => leave(request))
    done()
  })
  // The answer is made: how fast its client takes it is no longer our work.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
}

const isCounted = (operation: Operation | undefined, { query }: FastifyRequest): boolean => {
  // Pages and files: made of what is in memory.
  if (operation === undefined) return false
  const { limit, answer } = operation
  if (limit === 'unlimited' || limit === 'outbound' || isTextAnswer(answer.body)) return false
  return !(operation.query !== undefined && 'wait' in operation.query.properties && Number((query as Wait).wait) > 0)
}

interface Wait {
  readonly wait?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** One of those that the process works on. */
    in_flight: boolean
  }
}
