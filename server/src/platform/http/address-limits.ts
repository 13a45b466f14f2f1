/**
 * What an address may do before anybody knows who calls: decided from the headers alone, before the body is read and before
 * any query. A call that ends in a refusal without a good credential is counted against its address, whatever the reason;
 * an address that has made too many is refused unread. Whoever shows a credential that was good here a moment ago is not
 * held up by others at the same address, and has a limit of its own instead. A credential that is not known is asked for at
 * once: the body of a stranger is read only where the credential may stand in it.
 */
import { changesState, credentialsOf, type Operation, takesDeviceFields } from '@pursestrings/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admitted, CallCredentials, Guard, Introduced } from '../credentials/guards.ts'
import type { Limits } from './limits.ts'
import { operationOf, type RefusalOfNoRoute } from './refuse.ts'

interface Judging {
  readonly limits: Limits
  readonly guard: Guard
}

interface Deps extends Judging {
  readonly noRoute: RefusalOfNoRoute
}

/**
 * An address that goes on although it was told to wait gets each refusal half a second late: with its body unread, and its
 * socket idle. Nobody who honours `Retry-After` notices. What is held at once is bounded.
 */
export const HELD_MS = 500
const HELD_MAX = 2_000

const createHold = () => {
  let held = 0
  return (answer: () => void): void => {
    if (held >= HELD_MAX) return answer()
    held++
    setTimeout(() => {
      held--
      answer()
    }, HELD_MS)
  }
}

export const limitAddresses = (app: FastifyInstance, deps: Deps): void => {
  app.decorateRequest('introduced', undefined)
  app.decorateRequest('stranger', false)
  app.decorateRequest('admitted', undefined)

  const hold = createHold()
  app.addHook('onRequest', (request, reply, done) => {
    try {
      const pending = judge(request, reply, deps)
      if (pending === undefined) done()
      else pending.then(() => done(), done)
    } catch (error) {
      // Thrown at once: nothing but a limit refuses a stranger before the credential is looked up.
      if (request.stranger) hold(() => done(error as Error))
      else done(error as Error)
    }
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (isWrong(request, reply.statusCode)) deps.limits.countHere('wrong_credential', request.ip)
    done(null, payload)
  })
}

const judge = (
  request: FastifyRequest,
  reply: FastifyReply,
  { noRoute, ...judging }: Deps,
): Promise<void> | undefined => {
  const { limits } = judging
  const operation = operationOf(request)
  if (operation !== undefined && !isOpen(operation)) return judgeCredential(request, operation, judging)
  const limit = operation?.limit
  if (limit === 'unlimited') return undefined
  limits.takeHere('address', request.ip)
  // Nobody will look at the body of such a call: it is not worth reading.
  if (request.is404) throw noRoute(request)
  if (limit === 'agent_auth') reply.headers(limits.takeHere(limit, request.ip))
  if (limit !== 'sign_in' && limit !== 'device_registration') return undefined
  return limits.take(limit, request.ip).then((headers) => {
    // Nothing is returned: a reply is thenable, and would be waited for.
    reply.headers(headers)
  })
}

const judgeCredential = (
  request: FastifyRequest,
  operation: Operation,
  { limits, guard }: Judging,
): Promise<void> | undefined => {
  const introduced = guard.introduce(presentedBy(request, operation))
  request.introduced = introduced
  if (introduced?.known !== undefined && accepts(operation, introduced)) {
    limits.refuseIfSpentHere('standard', introduced.known.rate_key)
    return undefined
  }
  request.stranger = true
  limits.refuseIfSpentHere('wrong_credential', request.ip)
  limits.takeHere('address', request.ip)
  // Only a call that shows nothing in its headers may still hold its credential in the body.
  if (takesDeviceFields(operation) && !guard.isShown(request)) return undefined
  return admitStranger(request, operation, { limits, guard })
}

const admitStranger = async (
  request: FastifyRequest,
  operation: Operation,
  { limits, guard }: Judging,
): Promise<void> => {
  request.admitted = await guard.admit(credentialsOf(operation), presentedBy(request, operation), operation.deferred)
  noStranger(request, limits)
}

/** What a call presents, but for fields that only a body has. */
export const presentedBy = (
  { headers, cookies, ip: address, introduced }: FastifyRequest,
  operation: Operation,
  device_fields: CallCredentials['device_fields'] = {},
): CallCredentials => ({ headers, cookies, address, introduced, device_fields, changes_state: changesState(operation) })

/** The credential proved good: what was counted against the address is given back. */
export const noStranger = (request: FastifyRequest, limits: Limits): void => {
  if (!request.stranger) return
  request.stranger = false
  limits.giveBackHere('address', request.ip)
}

const isOpen = (operation: Operation): boolean => credentialsOf(operation).includes('none')
const accepts = (operation: Operation, { kind }: Introduced): boolean =>
  kind !== undefined && credentialsOf(operation).includes(kind)

const isWrong = (request: FastifyRequest, status: number): boolean => {
  if (status < 400 || status >= 500 || status === 429) return false
  const operation = operationOf(request)
  return operation !== undefined && !isOpen(operation) && (request.stranger || status === 401)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was presented, once an operation asks for a credential. */
    introduced: Introduced | undefined
    /** Nobody knows yet who calls. */
    stranger: boolean
    /** Who calls, where that was asked before the body was read. */
    admitted: Admitted | undefined
  }
}
