/**
 * Finds the inputs that are not made of the types of `inputs.ts`: a bare string, number or date, a list or an object
 * without an end. No operation may have one, in its path, its query or its body, at any depth (a test walks them all).
 */
import type { Operation } from './operation.ts'

interface Node {
  readonly 'x-input'?: string
  readonly 'x-ignores'?: 'more'
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly propertyNames?: Node
  readonly maxProperties?: number
  readonly additionalProperties?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** The kinds whose values the service reads strictly before it keeps anything of them, and which need no pattern. */
const READ_STRICTLY = new Set(['key_material', 'free_json'])

/** Where each one stands and what is missing; empty for an operation that is safe. */
export const bareInputsOf = (o: Pick<Operation, 'params' | 'query' | 'body'>): string[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = o[part]
    return schema ? bareIn(schema, part) : []
  })

const bareIn = (node: Node, at: string): string[] => {
  if ('const' in node || node.enum || node.type === 'boolean' || node.type === 'null') return []
  if (node.anyOf) return node.anyOf.flatMap((branch, i) => bareIn(branch, `${at}|${i}`))
  const kind = node['x-input']
  if (kind !== undefined && READ_STRICTLY.has(kind)) return []
  switch (node.type) {
    case 'object':
      return bareObject(node, at)
    case 'array':
      return [
        ...(node.maxItems === undefined ? [`${at}: a list without \`maxItems\``] : []),
        ...(node.items ? bareIn(node.items, `${at}[]`) : [`${at}: a list of anything`]),
      ]
    case 'string':
      if (kind === undefined) return [`${at}: a bare string`]
      return node.pattern === undefined || node.maxLength === undefined ? [`${at}: a string without an end`] : []
    case 'integer':
      if (kind === undefined) return [`${at}: a bare number`]
      return node.minimum === undefined || node.maximum === undefined ? [`${at}: a number without a range`] : []
    default:
      return [`${at}: no type of an input`]
  }
}

const bareObject = (node: Node, at: string): string[] => {
  const named = Object.entries(node.properties ?? {}).flatMap(([name, one]) => bareIn(one, `${at}.${name}`))
  const free = Object.values(node.patternProperties ?? {})
  if (free.length === 0) {
    return node.additionalProperties === false || node['x-ignores']
      ? named
      : [...named, `${at}: an object that takes any field`]
  }
  const names = node.propertyNames ? bareIn(node.propertyNames, `${at}.{name}`) : [`${at}: names of any kind`]
  const end = node.maxProperties === undefined ? [`${at}: an object without \`maxProperties\``] : []
  return [...named, ...names, ...end, ...free.flatMap((one) => bareIn(one, `${at}.*`))]
}
