/**
 * One operation becomes one route: who is calling, is the input right, what does the handler say. The steps stand in the
 * order in which a call meets them.
 */
import { Readable } from 'node:stream'
import type { Issue } from '@pursestrings/contract/errors'
import { SESSION_COOKIE } from '@pursestrings/contract/merchant-sessions/records'
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
} from '@pursestrings/contract/operation'
import { type Extensions, isServed } from '@pursestrings/contract/tiers'
import { unsupportedMediaType } from '@pursestrings/contract/transport-errors'
import { type Surface, successSchema, wrapSuccess } from '@pursestrings/contract/wire/envelopes'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallerOf } from '../credentials/callers.ts'
import type { Admitted, Guard } from '../credentials/guards.ts'
import { oncePer } from '../lazy.ts'
import { type Check, Refusal } from '../refusal.ts'
import { within } from '../tracing/tracing.ts'
import { noStranger, presentedBy } from './address-limits.ts'
import { URGENT } from './admission.ts'
import { wantsStream } from './headers.ts'
import { isJsonType, RawJson } from './json-body.ts'
import type { Limits } from './limits.ts'
import { type Inputs, refuseFieldsOfOthers, refuseIdentityClaims, validatorOf } from './validation.ts'
import { checkGuards, checkRights, leftOut, refuseMainnet } from './what-a-caller-may.ts'

// What can be said of an input without a look at any data, told in one answer (specification 7): a second try need not find more.

const ISSUES_MAX = 100

/** Runs them all. The first refusal gives the code; the issues of the others stand beside its own. */
const collect = (checks: readonly ((failed: boolean) => void)[]): void => {
  const refusals: Refusal[] = []
  for (const check of checks) {
    try {
      check(refusals.length > 0)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
    }
  }
  const [first, ...others] = refusals
  if (!first) return
  if (others.length === 0) throw first
  const issues: Issue[] = []
  for (const refusal of refusals) {
    // A field that claims an identity is unknown too, and a time of no form is out of range: each is named by the first.
    const named = new Set(issues.map(({ field }) => field))
    issues.push(...issuesOf(refusal).filter(({ field }) => !named.has(field)))
  }
  throw new Refusal(first.entry, {
    issues: issues.slice(0, ISSUES_MAX),
    message: issues.map(({ field, message }) => `${field}: ${message}`).join('; '),
    details: first.details,
  })
}

const issuesOf = ({ entry, issues }: Refusal): readonly Issue[] =>
  issues.length > 0 ? issues : [{ code: entry.code, field: entry.field ?? 'body', message: entry.meaning }]

const asObject = (body: unknown): Readonly<Record<string, unknown>> =>
  body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {}

export interface CallOf<O extends Operation> {
  readonly caller: CallerOf<O>
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  readonly headers: FastifyRequest['headers']
  /** The caller follows the feed: the answer is its stream. */
  readonly streams: boolean
  /** For an answer that goes on: throws once the credential that opened it is no longer good. */
  readonly again: () => Promise<void>
  /** For what is no part of the answer's body: the session cookie. */
  readonly reply: FastifyReply
}

/** A text may be bytes already, or come bit by bit, as a stream does; JSON may be written already. */
type AnswerNow<O extends Operation> =
  | AnswerOf<O>
  | (O['answer']['body'] extends TextAnswer ? Readable | Buffer : RawJson)
  | (O['answer']['stream'] extends TextAnswer ? Readable : never)
type Handler<O extends Operation> = (call: CallOf<O>) => Promise<AnswerNow<O>>
/** With what its input is held to beyond the contract, as far as no data is needed for it. */
export type Route = <O extends Operation>(operation: O, handler: Handler<O>, checks?: readonly Check[]) => void

interface RouteDeps {
  readonly guard: Guard
  readonly limits: Limits
  readonly checkOrigin: (headers: FastifyRequest['headers']) => void
  /** Without modules, nobody confirms with what only these have. */
  readonly extensions?: Extensions
}

/** Where nobody has to prove anything, a body is an address, a key or an assertion: what is longer is refused unread. */
const OPEN_BODY_MAX = 8_192
const JSON_TYPE = 'application/json; charset=utf-8'

export const routesOn =
  (app: FastifyInstance, deps: RouteDeps): Route =>
  (operation, handler, checks = []) => {
    const { method, path, answer, tier } = operation
    const at = { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }
    if (!isServed(tier, deps.extensions ?? 'all')) return void app.route({ ...at, ...leftOut(operation) })
    const surface = operation.surface ?? 'payment_requests'
    const validate = validatorOf(operation)
    const text = isTextAnswer(answer.body) ? answer.body.content_type : undefined
    const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
      const input = inputsOf(operation, request)
      const caller = await admit(operation, request, reply, input, deps)
      request.called = { caller }
      const result = await confirmed(caller, async () => {
        let inputs = input.raw
        collect([
          () => refuseIdentityClaims({ ...input.raw, headers: request.headers }),
          () => {
            inputs = validate(input.raw)
            request.called = { caller, params: inputs.params }
            refuseFieldsOfOthers(operation, inputs, caller.kind)
          },
          ...checks.map(
            (check) => (failed: boolean) =>
              check({ body: asObject(inputs.body), raw: asObject(input.raw.body), headers: request.headers, failed }),
          ),
        ])
        if (caller.kind === 'merchant_session') checkGuards(operation, asObject(inputs.body), caller, deps.extensions)
        const again = () => admitAgain(operation, request, input, deps)
        const streams = wantsStream(operation, request)
        return handler({ ...inputs, caller, reply, streams, again, headers: request.headers } as unknown as Parameters<
          typeof handler
        >[0])
      })
      if (answer.status === 201) request.called = { ...request.called, caller, made: result }
      reply.code(answer.status)
      if (answer.stream && result instanceof Readable) return reply.type(answer.stream.content_type).send(result)
      if (text !== undefined) return (reply.hasHeader('content-type') ? reply : reply.type(text)).send(result)
      if (result instanceof RawJson) return reply.type(JSON_TYPE).send(wrapRawJson(surface, result.fields, request.id))
      return wrapSuccess(surface, result as object, { request_id: request.id, now: new Date() })
    }
    app.route({
      ...(credentialsOf(operation).includes('none') && { bodyLimit: OPEN_BODY_MAX }),
      ...at,
      config: { operation },
      schema: { response: answersOf(operation) },
      // Whoever shows nothing in the headers may show it in the body, which is there now.
      preValidation(request, _reply, done) {
        if (request.stranger) {
          const { device_fields } = inputsOf(operation, request)
          request.introduced = deps.guard.introduce(presentedBy(request, operation, device_fields))
        }
        done()
      },
      handler: (request, reply) => within(request.span, () => answerTo(request, reply)),
    })
  }

/** Only declared fields are written out: what a row holds beyond them cannot leak. */
const answersOf = oncePer(({ answer, surface = 'payment_requests' }: Operation) =>
  isTextAnswer(answer.body) ? {} : { [answer.status]: successSchema(surface, answer.body) },
)

const wrapRawJson = (surface: Surface, fields: string, request_id: string): string =>
  surface === 'payment_requests'
    ? `{"ok":true,${fields}}`
    : `{"success":true,"data":{${fields}},"request_id":${JSON.stringify(request_id)},"timestamp":"${new Date().toISOString()}"}`

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

/** Origin, credential, rate, mainnet, role or scope, in that order; answers with who is calling. The address was counted before. */
const admit = async (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { raw, device_fields }: Input,
  { guard, limits, checkOrigin, extensions }: RouteDeps,
): Promise<Admitted> => {
  if (changesState(operation)) {
    // A wallet on the web sends no cookies; whoever does is held to our own pages at every operation.
    if (!operation.cross_origin || request.cookies[SESSION_COOKIE] !== undefined) checkOrigin(request.headers)
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
  const tenant = tenantOf(caller)
  if (tenant !== undefined && !URGENT.has(operation.id)) limits.takeOfTenant(tenant)
  if (operation.limit === 'outbound' && 'merchant_id' in caller) await limits.take('outbound', caller.merchant_id)
  if (operation.surface === 'agent_payments') refuseMainnet(operation, raw)
  checkRights(operation, caller, extensions)
  return caller
}

/**
 * The organization whose budget a call counts against. Wallets have none, and people who are signed in don't count: a stolen key
 * that uses up the budget must not keep them from finding and revoking it.
 */
const tenantOf = (caller: Admitted): Uuid | undefined => {
  if (caller.kind === 'merchant_session') return undefined
  if ('merchant_id' in caller) return caller.merchant_id
  return 'share_key' in caller && caller.kind !== 'device_token' && caller.share_key !== ''
    ? caller.share_key
    : undefined
}

/** The credential alone: nothing else about the call has changed. Going on is no use that would keep a session awake. */
const admitAgain = async (
  operation: Operation,
  request: FastifyRequest,
  { device_fields }: Input,
  { guard }: RouteDeps,
): Promise<void> => {
  const presented = presentedBy(request, operation, device_fields)
  await guard.admit(credentialsOf(operation), { ...presented, goes_on: true })
}
