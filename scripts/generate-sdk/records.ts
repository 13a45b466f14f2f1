/** packages/sdk/src/generated/records.ts and calls.ts: what the service sends, and what a caller writes. */
import { WEBHOOKS } from '@countersign/contract/webhook-deliveries/webhook-events'
import type { CallShape } from './call-shape.ts'
import { comment, membersText, type Schema, typeText, VOCABULARIES } from './type-text.ts'

/** In the order in which they are first met; a record may mention others. */
export const recordsText = (shapes: readonly CallShape[]): string => {
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

export const callsText = (shapes: readonly CallShape[]): string => {
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
