/** What one operation looks like to a caller of the SDK: its ids, its input, its answer, and which clients have it. */
import { type CredentialKind, credentialsOf, isTextAnswer, type Operation } from '@pursestrings/contract/operation'
import { camel, pascal, type Schema } from './type-text.ts'

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
