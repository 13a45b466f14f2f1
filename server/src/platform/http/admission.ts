/**
 * How many calls a process works on at once, and how many wait for their turn (`turns.ts`). Beyond that a call is refused before its
 * body is read, its credential looked at or the database asked: a refusal costs next to nothing, and those that are let in stay
 * fast. Calls that wait for events have rooms of their own (`waiting-room.ts`), and those that wait for somebody outside a limit of
 * their own; neither counts here. Nor does a call whose body is still coming: whoever sends it slowly would hold a place.
 *
 * A connection that was told to wait and calls again before its time is left waiting until then, so that clients which don't
 * listen cost no more than those which do. Connections of proxies carry many clients and are never left waiting.
 */
import type { Socket } from 'node:net'
import { isTextAnswer, type Operation } from '@pursestrings/contract/operation'
import { overloaded } from '@pursestrings/contract/transport-errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { wantsStream } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { operationOf } from './refuse.ts'
import { createTurns, type Full, type Turn } from './turns.ts'

/**
 * When a caller that found no place should come again. So many may come in each second, the next ones a second later: a few wait
 * for a second, thousands for longer, and however many there are, refusing them again takes little of what the process can do.
 */
export const RETURNS_PER_S = 200
export const RETURN_S_MAX = 10

/** Gives the seconds that the next caller should wait. */
export const createReturnTimes = (now: () => number = () => performance.now()): (() => number) => {
  /** How many were told to come in each of the next seconds. */
  const due = Array.from({ length: RETURN_S_MAX + 1 }, () => 0)
  let second = Math.floor(now() / 1000)
  const placeOf = (s: number): number => s % due.length
  return () => {
    const current = Math.floor(now() / 1000)
    if (current - second > RETURN_S_MAX) due.fill(0)
    else for (; second < current; second++) due[placeOf(second)] = 0
    second = current
    for (let wait = 1; wait <= RETURN_S_MAX; wait++) {
      const place = placeOf(second + wait)
      const count = due[place] as number
      if (count >= RETURNS_PER_S) continue
      due[place] = count + 1
      return wait
    }
    return 1 + Math.floor(Math.random() * RETURN_S_MAX)
  }
}

/** What ends a right, a payment or a session, or tells what became of one. */
export const URGENT: ReadonlySet<string> = new Set([
  'agent_credentials.revoke',
  'agent_payments.cancel',
  'agent_payments.report_status',
  'api_keys.revoke',
  'automation_policies.set_status',
  'automation_policies.withdraw',
  'connect_invitations.reject',
  'connections.revoke',
  'connections.update',
  'devices.revoke',
  'devices.revoke_key',
  'member_invitations.withdraw',
  'members.remove',
  'merchant_keys.revoke',
  'merchant_sessions.close',
  'pairing.reject',
  'passkeys.remove',
  'payment_requests.cancel',
  'payment_requests.report_status',
  'recipients.stop_version',
  'recipients.update',
])

interface Deps {
  readonly at_once_max: number
  readonly waiting_max: number
  readonly metrics: Metrics
}

export const admitCalls = (app: FastifyInstance, { at_once_max, waiting_max, metrics }: Deps): void => {
  const turns = createTurns({ at_once_max, waiting_max })
  const returnTime = createReturnTimes()
  /** Until when a connection was told to wait. */
  const told = new WeakMap<Socket, number>()
  metrics.count('svc_calls_in_flight', 'calls that this process works on', turns.running)
  metrics.count('svc_calls_waiting', 'calls that wait for their turn', turns.waiting)
  metrics.count('svc_calls_at_once_max', 'calls that this process would work on at once', () => at_once_max)

  const refuse = ({ ip, socket }: FastifyRequest, reason: Full): Refusal => {
    metrics.shed.inc({ reason })
    const retry_after = returnTime()
    if (ip === socket.remoteAddress) told.set(socket, performance.now() + 1000 * retry_after)
    return overloadedFor(retry_after)
  }
  app.decorateRequest('turn', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = operationOf(request)
    const isFull = () => turns.isFull(isUrgent(operation))
    const isBusy = isFull() || turns.waiting() > 0
    if (!isBusy || !isCounted(operation, request)) return done()
    const go = () => done(isFull() ? refuse(request, 'waiting') : undefined)
    const early_ms = (told.get(request.socket) ?? 0) - performance.now()
    if (early_ms > 0) setTimeout(go, early_ms)
    else go()
  })
  app.addHook('preHandler', (request, reply, done) => {
    const operation = operationOf(request)
    if (!isCounted(operation, request)) return done()
    const share = shareOf(request)
    // Anybody can invent a token: with an unknown one, no call has a place among those that stop something.
    const urgent = share !== STRANGERS && isUrgent(operation)
    const turn = turns.enter({ share, urgent }, (full) => done(full && refuse(request, full)))
    request.turn = turn
    reply.raw.once('close', () => turn.leave())
  })
  // The answer is made: how fast its client takes it is no longer our work.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.turn?.leave()
    done(null, payload)
  })
}

const isUrgent = (operation: Operation | undefined): boolean => URGENT.has(operation?.id ?? '')

/** All whose credential this process has not seen to be good: one share. */
const STRANGERS = ''
/** As this process last saw the credential: a hint that decides about waiting, never about rights. */
const shareOf = ({ introduced }: FastifyRequest): string => introduced?.known?.share_key ?? STRANGERS

/** Where it was thrown is known, and finding out takes a good part of what a refusal costs. */
const overloadedFor = (retry_after: number): Refusal => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const refusal = new Refusal(overloaded, { details: { retry_after } })
  Error.stackTraceLimit = stackTraceLimit
  return refusal
}

const isCounted = (operation: Operation | undefined, request: FastifyRequest): boolean => {
  // Pages and files: made of what is in memory.
  if (operation === undefined || wantsStream(operation, request)) return false
  const { limit, answer } = operation
  if (limit === 'unlimited' || limit === 'outbound' || isTextAnswer(answer.body)) return false
  return !(
    operation.query !== undefined &&
    'wait' in operation.query.properties &&
    Number((request.query as Wait).wait) > 0
  )
}

interface Wait {
  readonly wait?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call that the process works on, or will. */
    turn: Turn | undefined
  }
}
