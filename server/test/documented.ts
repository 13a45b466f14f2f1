/** Is an answer one that the OpenAPI document foresees: its status, its media type and, for JSON, its body. */
import { Compile, type Validator } from 'typebox/compile'
import type { World } from './world.ts'

export interface Answered {
  readonly status: number
  readonly content_type: string
  readonly text: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- a document, read as it is
type Json = any

/** Answers what is wrong with an answer of that operation; undefined where nothing is. */
export type Document = (operation: string, answered: Answered) => string | undefined

export const readDocument = async (world: World): Promise<Document> => {
  const document = (await world.call('GET', '/openapi.json')).json
  const responses = new Map<string, Json>()
  for (const path of Object.values<Json>(document.paths)) {
    for (const operation of Object.values<Json>(path)) responses.set(operation.operationId, operation.responses)
  }
  const compiled = new Map<string, Validator>()
  return (operation, { status, content_type, text }) => {
    const response = responses.get(operation)?.[status]
    if (!response) return `status ${status} is not in the document`
    const type = content_type.split(';')[0] as string
    const media = response.content?.[type]
    if (!media) return `${status} with ${type || 'no type'} is not in the document`
    if (type !== 'application/json') return undefined
    const key = `${operation} ${status}`
    let check = compiled.get(key)
    if (!check) compiled.set(key, (check = Compile(inlined(media.schema, document))))
    const body: unknown = JSON.parse(text)
    return check.Check(body) ? undefined : `${status} has another body: ${JSON.stringify(check.Errors(body)[0])}`
  }
}

/** With every reference replaced by what it refers to: no schema of ours refers to itself. */
const inlined = (node: Json, document: Json): Json => {
  if (Array.isArray(node)) return node.map((one) => inlined(one, document))
  if (node === null || typeof node !== 'object') return node
  if (typeof node.$ref === 'string') {
    const steps: string[] = node.$ref.split('/').slice(1)
    return inlined(
      steps.reduce((at, step) => at[step], document),
      document,
    )
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(value, document)]))
}
