/** Makes the methods of a client from the list of operations: ids first, then the input, then the options of the call. */
import { type Answered, type CallOptions, callOf, type KeyedCallOptions } from './call.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { ClientName, CredentialKind, OperationFacts } from './operation-facts.ts'
import { pagesOf } from './pages.ts'
import { textStreamOf } from './text-stream.ts'
import type { Credential, Outgoing, Send } from './transport.ts'

type Input = Readonly<Record<string, unknown>>

export interface Deps {
  readonly client: ClientName
  readonly send: Send
  /** The client's own, of that kind; it refuses by itself where it has none. */
  readonly credentialFor: (kind: CredentialKind) => Credential
  /** The kinds that this client holds, the preferred first. */
  readonly holds: readonly CredentialKind[]
}

export const methodsOf = (deps: Deps): Record<string, Record<string, unknown>> => {
  const resources: Record<string, Record<string, unknown>> = {}
  for (const operation of Object.values<OperationFacts>(OPERATIONS)) {
    if (!operation.clients.includes(deps.client)) continue
    const resource = (resources[operation.resource] ??= {})
    resource[operation.action] = methodOf(operation, deps)
  }
  return resources
}

const methodOf = (operation: OperationFacts, deps: Deps) => {
  const kind = deps.holds.find((held) => operation.credentials.includes(held))
  const takes_input = operation.takes_input || kind === 'claim_token'
  return (...given: unknown[]) => {
    const ids = operation.ids.map((name, i) => expectId(operation, name, given[i]))
    const [input, options] = takes_input ? given.slice(ids.length) : [undefined, given[ids.length]]
    const call = (more: Input) =>
      one(operation, deps, { kind, ids, input: { ...(input as Input), ...more }, options: options as CallOptions })
    const { page, text } = operation
    if (text) return textStreamOf(() => call({}))
    return page === null ? callOf(call({})) : pagesOf(page, (cursor) => call(cursor === undefined ? {} : { cursor }))
  }
}

interface Given {
  readonly kind: CredentialKind | undefined
  readonly ids: readonly string[]
  readonly input: Input
  readonly options: KeyedCallOptions | undefined
}

const one = async (
  operation: OperationFacts,
  { send, credentialFor }: Deps,
  { kind, ids, input: { claim_token, ...input }, options }: Given,
): Promise<Answered<unknown>> => {
  const outgoing = outgoingOf(operation, ids, input, options?.idempotency_key)
  const credential =
    kind === 'claim_token' ? bearer(expectText('claim_token', claim_token)) : kind && credentialFor(kind)
  return send({ ...outgoing, credential }, options)
}

export const outgoingOf = (
  operation: OperationFacts,
  ids: readonly string[],
  input: Input,
  key?: string,
): Omit<Outgoing, 'credential'> => {
  const [query, fields] = split(operation, input)
  const keyed = operation.idempotency === 'key'
  const idempotency_key = keyed ? (key ?? textIn(fields.idempotency_key) ?? crypto.randomUUID()) : undefined
  const body = keyed ? { ...fields, idempotency_key } : fields
  return {
    operation,
    path: operation.ids.reduce(
      (path, name, i) => path.replace(`{${name}}`, encodeURIComponent(ids[i] ?? '')),
      operation.path,
    ),
    query,
    body: () => (operation.takes_input && (operation.query.length === 0 || keys(body) > 0) ? body : undefined),
    idempotency_key,
    repeatable: operation.idempotency !== 'none',
  }
}

/** A name that the operation does not know is sent all the same: the service says so, and no typo passes silently. */
const split = (operation: OperationFacts, input: Input): [Input, Input] => {
  if (operation.method === 'GET') return [input, {}]
  const entries = Object.entries(input)
  const inQuery = ([name]: [string, unknown]) => operation.query.includes(name)
  return [Object.fromEntries(entries.filter(inQuery)), Object.fromEntries(entries.filter((entry) => !inQuery(entry)))]
}

export const bearer = (token: string): Credential => ({
  header: () => Promise.resolve(['authorization', `Bearer ${token}`]),
})

const keys = (fields: Input): number => Object.keys(fields).length

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const expectText = (name: string, value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a non-empty string`)
  return value
}

/** An id that is empty, `.` or `..` would name another path. */
const expectId = (operation: OperationFacts, name: string, value: unknown): string => {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return value
  throw new TypeError(`${operation.resource}.${operation.action}: ${name} must be an ID string`)
}
