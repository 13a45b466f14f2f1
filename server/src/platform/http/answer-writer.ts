/**
 * Writes an answer by its schema: declared fields alone, so what a row holds beyond them cannot leak. Made at the first
 * answer, once per schema and process.
 */
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import { lazy, oncePer } from '../lazy.ts'

export const answerWriterOf = oncePer((schema: Schema & object) => {
  const write = lazy(() => fastJsonStringify(withNullable(schema) as Schema))
  return (value: unknown) => write()(value)
})

/**
 * A union costs the writer a validator, which takes longer to make than all the rest and runs with every answer. "This or null"
 * says the same and needs none.
 */
const withNullable = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withNullable)
  if (node === null || typeof node !== 'object') return node
  const { anyOf } = node as { anyOf?: readonly { readonly type?: unknown }[] }
  if (anyOf?.length === 2 && anyOf[1]?.type === 'null') return { ...(withNullable(anyOf[0]) as object), nullable: true }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withNullable(value)]))
}
