/** Writes a schema of the contract as plain TypeScript, so that the SDK has the types and not the schema library. */

import { type CredentialKind, credentialsOf, isTextAnswer, type Operation } from '@pursestrings/contract/operation'
import { SCOPES } from '@pursestrings/contract/scopes'
import { ALL_NETWORK_NAMES, RAILS } from '@pursestrings/protocol/network-names'
import { PAYMENT_CHANGES, PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'

export interface Schema {
  readonly 'x-schema'?: string
  /** More values may come: a reader's `switch` needs a default. */
  readonly 'x-open'?: true
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

/** Lists that are long or that callers name: each is a type of its own. */
export const VOCABULARIES: Readonly<Record<string, readonly string[]>> = {
  PaymentStatus: PAYMENT_STATUSES,
  PaymentEventType: PAYMENT_CHANGES.map((change) => `payment_request.${change}`),
  Scope: SCOPES,
  Network: ALL_NETWORK_NAMES,
  Rail: RAILS,
}

/** The service's link is nobody's signed word: the clients hand it to nobody, and build their own from checked facts. */
export const isHanded = ([name]: readonly [string, Schema]): boolean => name !== 'handoff'

export interface Writing {
  /** Told of every record that is mentioned by its name. */
  readonly mention: (name: string, schema: Schema) => void
  /** What a caller writes may be `undefined` where it may be absent; what the service sends is never that. */
  readonly input: boolean
}

export const typeText = (schema: Schema, writing: Writing): string => {
  const name = schema['x-schema']
  if (name !== undefined) {
    writing.mention(name, schema)
    return name
  }
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return enumText(schema.enum, writing) + (schema['x-open'] ? ' | (string & {})' : '')
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(one, writing)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, writing)).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayText(typeText(schema.items ?? {}, writing))
    case 'object':
      return objectText(schema, writing)
    default:
      return 'unknown'
  }
}

const arrayText = (item: string): string => (/^[\w.]+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`)

const enumText = (values: readonly unknown[], { mention }: Writing): string => {
  const known = Object.entries(VOCABULARIES).find(([, list]) => list.join() === values.join())?.[0]
  if (known === undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  mention(known, {})
  return known
}

const objectText = (schema: Schema, writing: Writing): string => {
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return `Readonly<Record<string, ${typeText(values, writing)}>>`
  if (Object.keys(schema.properties ?? {}).length === 0) {
    return writing.input ? 'Readonly<Record<string, unknown>>' : 'JsonObject'
  }
  return `{\n${membersText(schema, writing)}\n}`
}

export const membersText = ({ properties = {}, required = [] }: Schema, writing: Writing): string =>
  Object.entries(properties)
    .filter(isHanded)
    .map(([name, schema]) => {
      const type = typeText(schema, writing)
      const optional = !required.includes(name)
      const orUndefined = optional && writing.input ? ' | undefined' : ''
      return `${comment(schema['x-schema'] ? undefined : schema.description)}readonly ${name}${optional ? '?' : ''}: ${type}${orUndefined}`
    })
    .join('\n')

const WIDTH = 112

/** A doc comment, broken into lines; nothing where there is nothing to say. */
export const comment = (text: string | undefined): string => {
  // What every id and every time is need not be said at each of them.
  if (text === undefined || /^(Typed identifier|UTC, RFC 3339 with milliseconds$)/.test(text)) return ''
  const lines: string[] = ['']
  for (const word of text.replaceAll('*/', '*∕').split(/\s+/)) {
    const last = lines.length - 1
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`
    if (longer.length > WIDTH) lines.push(word)
    else lines[last] = longer
  }
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`
}

/** `payment_requests` → `PaymentRequests` or `paymentRequests`. */
export const pascal = (snake: string): string =>
  snake.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
export const camel = (snake: string): string => snake.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

// What one operation looks like to a caller of the SDK: its ids, its input, its answer, and which clients have it.

export const CLIENTS = {
  agent: ['connection_token', 'agent_token', 'claim_token'],
  merchant: ['merchant_session'],
  wallet: ['device_token'],
  project: ['api_key'],
} as const satisfies Record<string, readonly CredentialKind[]>
export type ClientName = keyof typeof CLIENTS
export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[]

/** Doors that need no credential: who goes through them. */
const OPEN: Readonly<Record<string, readonly ClientName[]>> = {
  merchant_accounts: ['merchant'],
  merchants: ['merchant'],
  merchant_sessions: ['merchant'],
  passkeys: ['merchant'],
  devices: ['wallet'],
  agent_auth: ['agent'],
  connect_invitations: ['agent'],
}

export interface CallShape {
  readonly operation: Operation
  readonly resource: string
  readonly action: string
  /** `PaymentRequestsCreate`; its types are named after it. */
  readonly name: string
  readonly clients: readonly ClientName[]
  /** Names of the path's parameters, in order. */
  readonly ids: readonly string[]
  /** Query and body as one object; undefined where there is neither. */
  readonly input: Schema | undefined
  readonly query: readonly string[]
  /** The field that holds a page's records. */
  readonly page: string | undefined
  /** `json` where the document is not described by a schema; `text` for a file of any length. */
  readonly answers: 'record' | 'json' | 'text'
  readonly takes_key: boolean
}

/** Undefined for what is no call of an SDK: a stream of events, a page of metrics. */
export const callShape = (operation: Operation): CallShape | undefined => {
  const { body } = operation.answer
  const json = isTextAnswer(body) && body.content_type.startsWith('application/json')
  const file = isTextAnswer(body) && body.content_type.startsWith('text/csv')
  if (isTextAnswer(body) && !json && !file) return undefined
  const [resource = '', action = ''] = operation.id.split('.')
  const clients = clientsOf(operation, resource)
  if (clients.length === 0) return undefined
  const answer = body as Schema
  const page =
    'next_cursor' in (answer.properties ?? {})
      ? Object.keys(answer.properties ?? {}).find((name) => name !== 'next_cursor')
      : undefined
  return {
    operation,
    resource: camel(resource),
    action: camel(action),
    name: pascal(resource) + pascal(action),
    clients,
    ids: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    input: inputOf(operation),
    query: Object.keys(operation.query?.properties ?? {}),
    page,
    answers: json ? 'json' : file ? 'text' : 'record',
    takes_key: operation.idempotency === 'key',
  }
}

const clientsOf = (operation: Operation, resource: string): ClientName[] => {
  const kinds = credentialsOf(operation)
  if (kinds.includes('none')) return [...(OPEN[resource] ?? CLIENT_NAMES)]
  return CLIENT_NAMES.filter((name) => CLIENTS[name].some((kind) => kinds.includes(kind)))
}

const inputOf = ({ id, query, body }: Operation): Schema | undefined => {
  const parts = [query, body].filter((part) => part !== undefined) as Schema[]
  if (parts.length === 0) return undefined
  const names = parts.flatMap((part) => Object.keys(part.properties ?? {}))
  if (new Set(names).size < names.length) throw new Error(`${id} has one name in its query and in its body`)
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>,
    required: parts.flatMap((part) => part.required ?? []),
  }
}

/** The kinds of which this client presents one, the preferred first. */
export const kindsFor = (client: ClientName, { operation }: CallShape): readonly CredentialKind[] =>
  CLIENTS[client].filter((kind) => credentialsOf(operation).includes(kind))
