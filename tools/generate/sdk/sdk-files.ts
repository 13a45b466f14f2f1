/**
 * packages/sdk/src/generated as a function of the operations: the SDK is published without any dependency, so what it needs of the
 * contract is written out here; what it needs of the protocol is built in when it is packed.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CREDENTIAL_LIFETIME_DAYS_MAX } from '@pursestrings/contract/agent-credentials/records'
import { changesState, credentialsOf, type Operation } from '@pursestrings/contract/operation'
import { catalogueOf } from '@pursestrings/contract/operations'
import { TIERS } from '@pursestrings/contract/tiers'
import { WEBHOOKS } from '@pursestrings/contract/webhook-deliveries/records'
import { catalogueText, wireNamesText } from './catalogue.ts'
import {
  type CallShape,
  CLIENT_NAMES,
  type ClientName,
  callShape,
  comment,
  kindsFor,
  membersText,
  pascal,
  type Schema,
  typeText,
  VOCABULARIES,
} from './type-text.ts'

/** packages/sdk/src/generated/clients.ts and operations.ts: the methods of each client, and what the transport knows of each call. */
const clientsText = (shapes: readonly CallShape[]): string => {
  const [calls, records] = [new Set<string>(), new Set<string>()]
  const interfaces = CLIENT_NAMES.map((client) => {
    const own = shapes.filter((shape) => shape.clients.includes(client))
    const resources = [...Map.groupBy(own, (shape) => shape.resource)].map(
      ([resource, list]) =>
        `readonly ${resource}: {\n${list.map((shape) => methodText(client, shape, calls, records)).join('\n')}\n}`,
    )
    return `export interface ${pascal(client)}Operations {\n${resources.join('\n')}\n}`
  })
  return `/** The methods of each client, by resource. Made at run time from the list of operations. */
import type { Call, CallOptions, KeyedCallOptions } from '../call.ts'
import type { Pages } from '../pages.ts'
import type { TextStream } from '../text-stream.ts'
import type { ${[...calls].toSorted().join(', ')} } from './calls.ts'
import type { ${[...records].toSorted().join(', ')} } from './records.ts'

${interfaces.join('\n\n')}
`
}

const methodText = (client: ClientName, shape: CallShape, calls: Set<string>, records: Set<string>): string => {
  const { operation, action, name, ids, input, page, answers, takes_key } = shape
  const claims = kindsFor(client, shape)[0] === 'claim_token'
  const parts = [...(input ? [`${name}Input`] : []), ...(claims ? ['{ readonly claim_token: string }'] : [])]
  if (input) calls.add(`${name}Input`)
  if (answers !== 'text') calls.add(`${name}Answer`)
  const optional = !claims && (input?.required ?? []).length === 0
  const given = [
    ...ids.map((id) => `${id}: string`),
    ...(parts.length > 0 ? [`input${optional ? '?' : ''}: ${parts.join(' & ')}`] : []),
    `options?: ${takes_key ? 'KeyedCallOptions' : 'CallOptions'}`,
  ]
  const items = page && (operation.answer.body as Schema).properties?.[page]?.items
  const mention = (record: string) => records.add(record)
  if (answers === 'text') return `${said(operation)}${action}(${given.join(', ')}): TextStream`
  const answer = items ? `Pages<${typeText(items, { mention, input: false })}, ${name}Answer>` : `Call<${name}Answer>`
  return `${said(operation)}${action}(${given.join(', ')}): ${answer}`
}

const said = ({ summary, description, tier }: Operation): string =>
  comment(`${summary}. ${description} Tier: ${TIERS[tier].title}.`)

const operationsText = (shapes: readonly CallShape[]): string => {
  const entries = shapes.map((shape) => {
    const { operation, resource, action, clients, ids, input, query, page, answers } = shape
    const { id, method, path, surface = 'payment_requests' } = operation
    const facts = {
      id,
      resource,
      action,
      method,
      path,
      summary: operation.summary,
      ids,
      query,
      takes_input: input !== undefined,
      credentials: credentialsOf(operation).filter((kind) => kind !== 'none'),
      clients,
      surface,
      page: page ?? null,
      ...(answers === 'text' && { text: true }),
      changes: changesState(operation),
      idempotency: operation.idempotency,
    }
    return `${JSON.stringify(id)}: ${JSON.stringify(facts)}`
  })
  return `/** Every operation that the clients call, by its id. */
import type { OperationFacts } from '../operation-facts.ts'

export const OPERATIONS = {
${entries.join(',\n')}
} as const satisfies Readonly<Record<string, OperationFacts>>
`
}

// packages/sdk/src/generated/inputs.ts: the fields of every operation's input as JSON Schema, for programs that ask people or
// models for them before they call. `x-rule` says a field's rule in words.

const LEFT_OUT = new Set(['x-input', 'x-text', 'x-absent', 'x-schema', 'x-ignores', 'x-callers', 'examples'])

const inputsText = (shapes: readonly CallShape[]): string => {
  const entries = shapes.flatMap(({ operation: { id, params, query, body } }) => {
    const fields = [params, query, body].flatMap((part) => Object.entries(part?.properties ?? {}))
    if (new Set(fields.map(([name]) => name)).size < fields.length) throw new Error(`${id} has one name in two places`)
    if (fields.length === 0) return []
    return [`${JSON.stringify(id)}: ${JSON.stringify(Object.fromEntries(fields), withoutMarks)}`]
  })
  return `/** The fields of each operation's input (path, query and body), as JSON Schema; \`x-rule\` says the rule in words. */
export const INPUTS = {
${entries.join(',\n')}
} as const

/** How long a credential of an agent may be valid. */
export const CREDENTIAL_LIFETIME_DAYS_MAX = ${CREDENTIAL_LIFETIME_DAYS_MAX}
`
}

/** What the service would ignore, our own clients do not send: a misspelt field of theirs is found before the call. */
const withoutMarks = (name: string, value: unknown): unknown => {
  if (LEFT_OUT.has(name)) return undefined
  const ignores = typeof value === 'object' && value !== null && 'x-ignores' in value
  return ignores ? { ...value, additionalProperties: false } : value
}

// packages/sdk/src/generated/records.ts and calls.ts: what the service sends, and what a caller writes.

/** In the order in which they are first met; a record may mention others. */
const recordsText = (shapes: readonly CallShape[]): string => {
  const found = new Map<string, string>()
  const mention = (name: string, schema: Schema): void => {
    if (found.has(name) || name in VOCABULARIES) return
    found.set(name, '')
    found.set(name, `export interface ${name} {\n${membersText(schema, { mention, input: false })}\n}`)
  }
  const writing = { mention, input: false }
  for (const { operation } of shapes) {
    for (const schema of [operation.answer.body, operation.query, operation.body]) {
      if (schema && 'type' in schema) typeText(schema, writing)
    }
  }
  for (const schema of Object.values(WEBHOOKS)) typeText(schema as Schema, writing)
  const vocabularies = Object.entries(VOCABULARIES).map(
    ([name, values]) => `export type ${name} = ${values.map((value) => JSON.stringify(value)).join(' | ')}`,
  )
  const messages = Object.values(WEBHOOKS).map((schema) => (schema as Schema)['x-schema'])
  return `/** The records of the service, as it sends them. */

/** What callers may fill as they like: JSON, as it was given. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

${[...vocabularies, ...found.values()].join('\n\n')}

/** What a webhook carries; \`type\` tells which. */
export type WebhookMessage = ${messages.join(' | ')}
`
}

const callsText = (shapes: readonly CallShape[]): string => {
  const mentioned = new Set<string>()
  const mention = (name: string) => mentioned.add(name)
  const blocks = shapes.flatMap((shape) => [
    ...(shape.input ? [inputText(shape, shape.input, mention)] : []),
    ...(shape.answers === 'text' ? [] : [answerText(shape, mention)]),
  ])
  return `/** The input and the answer of each call, by operation. */
import type { ${[...mentioned].toSorted().join(', ')} } from './records.ts'

${blocks.join('\n\n')}
`
}

const inputText = ({ name, operation }: CallShape, input: Schema, mention: (name: string) => void): string =>
  `${comment(`Given to \`${operation.id}\`.`)}export interface ${name}Input {
${membersText(input, { mention, input: true })}
}`

const answerText = ({ name, operation, answers }: CallShape, mention: (name: string) => void): string => {
  const says = comment(`Answered by \`${operation.id}\`.`)
  if (answers === 'json') return `${says}export type ${name}Answer = Readonly<Record<string, unknown>>`
  const schema = operation.answer.body as Schema
  if (schema['x-schema']) return `${says}export type ${name}Answer = ${typeText(schema, { mention, input: false })}`
  return `${says}export interface ${name}Answer {
${membersText(schema, { mention, input: false })}
}`
}

const MADE = '// Made by `npm run generate`; do not edit.\n'

export const sdkFiles = (operations: readonly Operation[]): Readonly<Record<string, string>> => {
  const shapes = operations.map(callShape).filter((shape) => shape !== undefined)
  const files = {
    'records.ts': recordsText(shapes),
    'calls.ts': callsText(shapes),
    'clients.ts': clientsText(shapes),
    'operations.ts': operationsText(shapes),
    'error-catalogue.ts': catalogueText(catalogueOf(operations)),
    'inputs.ts': inputsText(shapes),
    'wire-names.ts': wireNamesText(),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, MADE + text]))
}

// Source texts as `npm run fix` would leave them: generated files are read by people too.

const BIOME = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url))

export const formatted = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, format(folder + name, text)]))

const format = (path: string, input: string): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, 'check', '--write', `--stdin-file-path=${path}`],
    { input, encoding: 'utf8', cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  )
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`)
  return stdout
}
