/**
 * One operation becomes one route: who is calling, is the input right, what does the handler say. The steps stand in the
 * order in which a call meets them.
 */
import type { Readable } from 'node:stream'
import {
  type AnswerOf,
  type BodyOf,
  changesState,
  credentialsOf,
  isTextAnswer,
  type Operation,
  type ParamsOf,
  type QueryOf,
  type TextAnswer,
  takesDeviceFields,
} from '@countersign/contract/operation'
import {
  agentCredentialInactive,
  connectionPaused,
  scopeMissing,
  unsupportedMediaType,
} from '@countersign/contract/transport-errors'
import { successSchema, wrapSuccess } from '@countersign/contract/wire/envelopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallerOf, Callers } from '../credentials/callers.ts'
import type { Admitted, Guard } from '../credentials/guards.ts'
import { Refusal } from '../refusal.ts'
import { noStranger, presentedBy } from './address-limits.ts'
import { isJsonType } from './json-body.ts'
import type { Limits } from './limits.ts'
import { refuseMainnet } from './mainnet.ts'
import { type Inputs, refuseIdentityClaims, validatorOf } from './validation.ts'
import { Written } from './written.ts'

export interface Call<O extends Operation> {
  readonly caller: CallerOf<O>
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  readonly headers: FastifyRequest['headers']
  /** For what is no part of the answer's body: the session cookie. */
  readonly reply: FastifyReply
}

/** An answer that is no JSON may come bit by bit; one of the first surface may be written already. */
type AnswerNow<O extends Operation> = AnswerOf<O> | (O['answer']['body'] extends TextAnswer ? Readable : WrittenOf<O>)
type WrittenOf<O extends Operation> = O['surface'] extends 'agent_payments' ? never : Written
export type Handler<O extends Operation> = (call: Call<O>) => Promise<AnswerNow<O>>
export type Route = <O extends Operation>(operation: O, handler: Handler<O>) => void

interface RouteDeps {
  readonly guard: Guard
  readonly limits: Limits
  readonly checkOrigin: (headers: FastifyRequest['headers']) => void
}

/** Where nobody has to prove anything, a body is an address, a key or an assertion: what is longer is refused unread. */
const OPEN_BODY_MAX = 8_192
const JSON_TYPE = 'application/json; charset=utf-8'

export const routesOn =
  (app: FastifyInstance, deps: RouteDeps): Route =>
  (operation, handler) => {
    const { method, path, answer } = operation
    const surface = operation.surface ?? 'payment_requests'
    const validate = validatorOf(operation)
    const text = isTextAnswer(answer.body) ? answer.body.content_type : undefined
    app.route({
      ...(credentialsOf(operation).includes('none') && { bodyLimit: OPEN_BODY_MAX }),
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation },
      // Only declared fields are written out: what a row holds beyond them cannot leak.
      schema: isTextAnswer(answer.body) ? {} : { response: { [answer.status]: successSchema(surface, answer.body) } },
      async handler(request, reply) {
        const input = inputsOf(operation, request)
        const caller = await admit(operation, request, reply, input, deps)
        const result = await confirmed(caller, async () => {
          refuseIdentityClaims({ ...input.raw, headers: request.headers })
          const inputs = validate(input.raw)
          return handler({ ...inputs, caller, reply, headers: request.headers } as unknown as Parameters<
            typeof handler
          >[0])
        })
        reply.code(answer.status)
        if (text !== undefined) return reply.type(text).send(result)
        if (result instanceof Written) return reply.type(JSON_TYPE).send(`{"ok":true,${result.fields}}`)
        return wrapSuccess(surface, result as object, { request_id: request.id, now: new Date() })
      },
    })
  }

interface Input {
  readonly raw: Inputs
  readonly device_fields: { readonly device_id?: unknown; readonly token?: unknown }
}

/** Device id and token are a credential, not input: they are taken out before the input is looked at. */
const inputsOf = (operation: Operation, { params, query, body }: FastifyRequest): Input => {
  const raw: Inputs = { params, query, body: operation.method === 'GET' ? undefined : body }
  if (!takesDeviceFields(operation)) return { raw, device_fields: {} }
  const where = operation.method === 'GET' ? 'query' : 'body'
  const from = raw[where]
  if (from === null || typeof from !== 'object' || Array.isArray(from)) return { raw, device_fields: {} }
  const { device_id, token, ...rest } = from as Record<string, unknown>
  return { raw: { ...raw, [where]: rest }, device_fields: { device_id, token } }
}

/** What is refused to a caller whose token was good a moment ago is answered only if it still is. */
const confirmed = async <R>(caller: Admitted, answered: () => Promise<R>): Promise<R> => {
  if (!('confirm' in caller)) return answered()
  try {
    return await answered()
  } catch (error) {
    if (error instanceof Refusal) await caller.confirm(error)
    throw error
  }
}

/** Origin, credential, rate, mainnet, scope, in that order; answers with who is calling. The address was counted before. */
const admit = async (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { raw, device_fields }: Input,
  { guard, limits, checkOrigin }: RouteDeps,
): Promise<Admitted> => {
  if (changesState(operation)) {
    if (!operation.cross_origin) checkOrigin(request.headers)
    const type = request.headers['content-type']
    // A body-less call that still names another media type is a form or a beacon, not one of our clients.
    if (type !== undefined && !isJsonType(type)) throw new Refusal(unsupportedMediaType)
  }
  // A credential in a header was judged before the body was read; one more in the body is refused with it.
  const once = device_fields.device_id === undefined && device_fields.token === undefined
  const caller =
    (once ? request.admitted : undefined) ??
    (await guard.admit(credentialsOf(operation), presentedBy(request, operation, device_fields), operation.deferred))
  if (caller.kind !== 'none') noStranger(request, limits)
  if (operation.limit === 'standard' || operation.limit === 'outbound') {
    reply.headers(limits.takeHere('standard', caller.rate_key))
  }
  if (operation.limit === 'outbound' && 'merchant_id' in caller) await limits.take('outbound', caller.merchant_id)
  if (operation.surface === 'agent_payments') refuseMainnet(operation, raw)
  if (caller.kind === 'connection_token' && 'scopes' in caller) checkConnection(operation, caller)
  return caller
}

/** Here and nowhere else: which scopes are in force, whether it is paused, and whether its agent has a key that works. */
const checkConnection = (operation: Operation, connection: Callers['connection_token']): void => {
  const { scope } = operation
  const { scopes, status, paused_by, agent_has_key } = connection
  if (scope !== undefined && !scopes.includes(scope)) throw new Refusal(scopeMissing, { details: { scope } })
  if (!changesState(operation)) return
  if (status === 'paused') throw new Refusal(connectionPaused, { details: { paused_by } })
  if (!agent_has_key) throw new Refusal(agentCredentialInactive)
}
