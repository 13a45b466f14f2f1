/**
 * An example of every answer, composed of the examples of its fields, so that it cannot fall behind its schema. A field of
 * text or of numbers shows a value of its own in `examples`; what lacks one is named by `missingExamples`.
 */
import { isTextAnswer, type Operation } from './operation.ts'
import { successSchema } from './wire/envelopes.ts'

interface Node {
  readonly 'x-rare'?: true
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
}

export const exampleAnswer = (o: Operation): unknown =>
  isTextAnswer(o.answer.body)
    ? o.answer.body.example
    : exampleOf(successSchema(o.surface ?? 'payment_requests', o.answer.body))

/** Fields of the answer that show no value. */
export const missingExamples = (o: Operation): string[] => {
  const missing: string[] = []
  if (!isTextAnswer(o.answer.body)) exampleOf(o.answer.body, o.id, missing)
  return missing
}

export const exampleOf = (schema: object, at = '', missing: string[] = []): unknown => {
  const node: Node = schema
  const { examples, properties = {} } = node
  if (examples && examples.length > 0) return examples[0]
  if ('const' in node) return node.const
  if (node.enum) return node.enum[0]
  const [branch] = node.anyOf ?? []
  if (branch) return exampleOf(branch, at, missing)
  switch (node.type) {
    case 'array':
      return node.items ? [exampleOf(node.items, `${at}[]`, missing)] : []
    case 'boolean':
      return true
    case 'object': {
      const shown = Object.entries(properties).filter(([, one]) => !one['x-rare'])
      if (shown.length === 0) missing.push(at)
      return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one, `${at}.${name}`, missing)]))
    }
    default:
      missing.push(at)
      return node.type === 'string' ? '…' : 0
  }
}
