/**
 * What an operation is: everything that the server's route, the SDK, the OpenAPI document and the tests need to know of
 * one call. Adding an endpoint starts by declaring one of these on its resource's module.
 */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorEntry } from './errors.ts'
import type { Role } from './members/records.ts'
import type { MerchantScope, Scope } from './scopes.ts'
import type { Tier } from './tiers.ts'
import * as transport from './transport-errors.ts'
import type { Surface } from './wire/envelopes.ts'

/** What opens a route (specification 5). `none` routes read no credential at all. */
export type CredentialKind =
  | 'none'
  | 'merchant_session'
  | 'merchant_key'
  | 'agent_token'
  | 'connection_token'
  | 'claim_token'
  | 'device_token'
  | 'api_key'
  | 'metrics_token'

/** How often a route may be called; the figures are the server's (`http/limits.ts`). */
export type LimitName = 'sign_in' | 'device_registration' | 'agent_auth' | 'standard' | 'outbound' | 'unlimited'

/**
 * How the very same call may be sent again, such as after its answer was lost. `safe`: it changes nothing. `key`: with its
 * idempotency key. `natural`: the first one changes everything that there is to change; another says that it is done. `none`:
 * not without looking first, since it could be done twice, or be refused although it was done.
 */
export type Idempotency = 'safe' | 'key' | 'natural' | 'none'

interface Guard {
  readonly field: string
  /** Whatever it is set to, if there are none. */
  readonly values?: readonly string[]
  readonly role?: Role
  readonly step_up?: true
}

export interface Operation {
  /** `resource.action`, stable: it is the OpenAPI operationId, the metric label and the SDK's method. */
  readonly id: `${string}.${string}`
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for parameters, as the specification writes them. */
  readonly path: string
  readonly tier: Tier
  readonly idempotency: Idempotency
  readonly summary: string
  readonly description: string
  readonly surface?: Surface
  /** One kind, or several of which a caller presents exactly one. */
  readonly credential: CredentialKind | readonly CredentialKind[]
  /** The handler's own statement authenticates tokens of these kinds, together with all else that it checks. */
  readonly deferred?: readonly ('api_key' | 'connection_token' | 'device_token')[]
  /** What a connection must have been granted; checked by the route for every connection token. */
  readonly scope?: Scope
  /** The least role of a member whose session may call; checked by the route. Without it, see `roleOf`. */
  readonly role?: Role
  /** It only takes something back, so a paused connection may call it, and an agent without a working key. */
  readonly withdraws?: true
  /** What a merchant key must have been granted; declared wherever one is taken, and checked by the route. */
  readonly merchant_scope?: MerchantScope
  /**
   * A person confirms it: with a passkey of theirs used within five minutes. Who has none needs a code by mail, or a sign-in
   * by mail, as recent, but for operations of the specification, which ask nothing of them. Checked by the route.
   */
  readonly step_up?: true
  /** Fields of the body, or values of them, that need more than the operation itself: a higher role, or a confirmation. Checked by the route. */
  readonly guards?: readonly Guard[]
  /** A browser page of any origin may call: wallets on the web, which send no cookies. A call with our cookie comes from our own pages. */
  readonly cross_origin?: true
  readonly limit: LimitName
  /** The answer sets or clears the session cookie. */
  readonly sets_cookie?: true
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  readonly answer: {
    readonly status: 200 | 201 | 202
    readonly body: TObject | TextAnswer
    /** What a caller who accepts `text/event-stream` gets instead. */
    readonly stream?: TextAnswer
  }
  readonly refuses: readonly ErrorEntry[]
  /** A call that fits the schemas: shown in the reference, and sent by the tests that run over every operation. */
  readonly example: { readonly params?: object; readonly query?: object; readonly body?: object }
}

/** An answer that is no JSON, such as Prometheus metrics. */
export interface TextAnswer {
  readonly content_type: string
  readonly description: string
  readonly example: unknown
  /** What the caller can ask for instead; the handler names the type that it answers with. */
  readonly or?: { readonly content_type: string; readonly example: string }
}

export const operation = <const O extends Operation>(o: O): O => Object.freeze(o)

export const credentialsOf = (o: Operation): readonly CredentialKind[] =>
  typeof o.credential === 'string' ? [o.credential] : o.credential
/** Device id and token may come in the body, or in the query of a GET (specification 5). */
export const takesDeviceFields = (o: Operation): boolean => credentialsOf(o).includes('device_token')

export const changesState = (o: Operation): boolean => o.method !== 'GET'
/** Whoever can sign in may read; a change that declares no role is the owners' alone. */
export const roleOf = (o: Operation): Role => o.role ?? (changesState(o) ? 'owner' : 'viewer')
export const isTextAnswer = (body: TObject | TextAnswer): body is TextAnswer => 'content_type' in body

const REFUSALS = new WeakMap<Operation, readonly ErrorEntry[]>()

/**
 * Every refusal that a route can give: what the resource declares, and what follows from the way the call is made. Worked out
 * once: a service that starts asks for each operation and each error, and then at every refusal.
 */
export const refusalsOf = (o: Operation): readonly ErrorEntry[] => {
  const known = REFUSALS.get(o) ?? workedOut(o)
  REFUSALS.set(o, known)
  return known
}

const workedOut = (o: Operation): readonly ErrorEntry[] => {
  const implied: ErrorEntry[] = [transport.internalError, transport.serviceUnavailable, transport.outcomeUnknown]
  if (o.limit !== 'unlimited') implied.push(transport.overloaded)
  const kinds = credentialsOf(o)
  const open = kinds.includes('none')
  if (o.limit !== 'unlimited' || !open) implied.push(transport.rateLimited)
  if (!open)
    implied.push(
      transport.credentialMissing,
      transport.credentialInvalid,
      transport.credentialKindNotAccepted,
      transport.credentialConflict,
    )
  if (kinds.includes('connection_token')) {
    implied.push(transport.connectionRevoked, transport.agentNotActive)
    if (o.scope) implied.push(transport.scopeMissing)
    if (changesState(o) && !o.withdraws) implied.push(transport.connectionPaused, transport.agentCredentialInactive)
  }
  if (kinds.includes('merchant_session') && roleOf(o) !== 'viewer') implied.push(transport.roleNotAllowed)
  if (kinds.includes('merchant_key')) implied.push(transport.scopeMissing)
  if (o.step_up || o.guards?.some((guard) => guard.step_up)) implied.push(transport.stepUpRequired)
  if (o.params) implied.push(transport.resourceNotFound)
  if (o.surface === 'agent_payments') implied.push(transport.mainnetDisabled)
  implied.push(transport.validationFailed, transport.unknownField, transport.identityFieldForbidden)
  if (changesState(o)) {
    implied.push(transport.malformedJson, transport.unsupportedMediaType, transport.bodyTooLarge)
    if (!o.cross_origin || kinds.includes('merchant_session')) implied.push(transport.originNotAllowed)
    if (kinds.includes('merchant_session')) implied.push(transport.csrfProofInvalid)
  }
  return [...new Set([...implied, ...o.refuses])]
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise
export type ParamsOf<O extends Operation> = StaticOr<O['params'], object>
export type QueryOf<O extends Operation> = StaticOr<O['query'], object>
export type BodyOf<O extends Operation> = StaticOr<O['body'], object>
export type AnswerOf<O extends Operation> = StaticOr<O['answer']['body'], string>

/** An input that refuses what it does not know, so that a typo never passes silently. */
export const Input = <const P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const CALLERS: Readonly<Partial<Record<CredentialKind, string>>> = {
  merchant_session: 'merchants',
  merchant_key: 'merchants',
  agent_token: 'agents',
  connection_token: 'agents',
  device_token: 'wallets',
  api_key: 'projects',
}

/** Fields that only these kinds of callers may send. From others of the same operation they are refused as unknown. */
export const onlyFor = <const P extends Type.TProperties>(kinds: readonly CredentialKind[], fields: P): P =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, ofCallers(kinds, schema)])) as P

const ofCallers = (kinds: readonly CredentialKind[], schema: TSchema & { readonly description?: string }): TSchema => {
  const who = [...new Set(kinds.map((kind) => CALLERS[kind]))].join(' and ')
  // What TypeBox marks a schema with can't be enumerated, and other operations use the same schema.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, { description: `for ${who}: ${schema.description}`, 'x-callers': kinds })
}

/** A record of the service, with a name of its own in the OpenAPI document. */
export const Resource = <const P extends Type.TProperties>(name: string, description: string, properties: P) =>
  Type.Object(properties, { 'x-schema': name, description })
