/** JSON with its structure changed: members missing, extra or twice, other types, deep nests. Written by hand, since much of it is no value. */
import { HOSTILE } from '../../../server/test/hostile-values.ts'
import { mutatedText } from './mutate-bytes.ts'
import type { Random } from './random.ts'

type Node =
  | { readonly kind: 'object'; readonly members: [string, Node][] }
  | { readonly kind: 'array'; readonly items: Node[] }
  | { kind: 'text'; text: string }

const NAMES = [
  'surprise',
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'length',
  'merchant_id',
  'id',
  'status',
  '',
]
const VALUES = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e999',
  '9007199254740993',
  '""',
  '"x"',
  '[]',
  '{}',
  '[null]',
  '{"a":1}',
]
const DEPTHS = [2, 30, 31, 32, 33, 1_000, 9_000]

/** What is nested deeper than this was made so by an earlier change, and is not looked into again. */
const LOOKED_INTO = 200

const nodeOf = (value: unknown, depth = 0): Node => {
  if (value === null || typeof value !== 'object') return { kind: 'text', text: JSON.stringify(value) ?? 'null' }
  if (depth > LOOKED_INTO) return { kind: 'text', text: 'null' }
  if (Array.isArray(value)) return { kind: 'array', items: value.map((one) => nodeOf(one, depth + 1)) }
  return { kind: 'object', members: Object.entries(value).map(([name, one]) => [name, nodeOf(one, depth + 1)]) }
}

const textOf = (node: Node): string => {
  if (node.kind === 'text') return node.text
  if (node.kind === 'array') return `[${node.items.map(textOf).join(',')}]`
  return `{${node.members.map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`).join(',')}}`
}

/** Every node below this one and itself, each with the way to put another in its place. */
const placesIn = (node: Node, put: (other: Node) => void): { node: Node; put: (other: Node) => void }[] => [
  { node, put },
  ...(node.kind === 'array'
    ? node.items.flatMap((item, i) => placesIn(item, (other) => (node.items[i] = other)))
    : node.kind === 'object'
      ? node.members.flatMap((member) => placesIn(member[1], (other) => (member[1] = other)))
      : []),
]

const raw = (text: string): Node => ({ kind: 'text', text })

const another = (node: Node, random: Random): Node => {
  switch (random.below(7)) {
    case 0:
      return raw(random.pick(VALUES))
    case 1:
      return raw(random.pick(HOSTILE).json)
    case 2:
      return { kind: 'array', items: [node] }
    case 3:
      return { kind: 'object', members: [[random.pick(NAMES), node]] }
    case 4: {
      const depth = random.pick(DEPTHS)
      const [open, close] = random.pick([['[', ']'] as const, ['{"a":', '}'] as const])
      return raw(`${open.repeat(depth)}1${close.repeat(depth)}`)
    }
    case 5:
      return raw(JSON.stringify(mutatedText(textOf(node), random)))
    default: {
      const text = textOf(node)
      const inner = text.startsWith('"') ? (JSON.parse(text) as string) : text
      return raw(JSON.stringify(mutatedText(inner, random)))
    }
  }
}

const changeOnce = (root: { node: Node }, random: Random): void => {
  const places = placesIn(root.node, (other) => (root.node = other))
  const objects = places.flatMap(({ node }) => (node.kind === 'object' ? [node] : []))
  const object = objects.length > 0 ? random.pick(objects) : undefined
  const place = random.pick(places)
  const how = random.below(6)
  if (how === 0 && object && object.members.length > 0) object.members.splice(random.below(object.members.length), 1)
  else if (how === 1 && object) object.members.push([random.pick(NAMES), raw(random.pick(VALUES))])
  else if (how === 2 && object && object.members.length > 0) {
    const [name, one] = random.pick(object.members)
    object.members.push([name, random.chance(0.5) ? one : raw(random.pick(VALUES))])
  } else if (how === 3) place.put(nodeOf(JSON.parse(safe(textOf(random.pick(places).node)))))
  else {
    try {
      place.put(another(place.node, random))
    } catch {
      place.put(raw('null'))
    }
  }
}

/** A copy of another part; what was already made no JSON becomes null. */
const safe = (text: string): string => {
  if (text.length > COPY_MAX) return 'null'
  try {
    JSON.parse(text)
    return text
  } catch {
    return 'null'
  }
}

const COPY_MAX = 4_000

export const mutatedJson = (value: unknown, random: Random): string => {
  const root = { node: nodeOf(value) }
  for (let times = 1 + random.below(4); times > 0; times--) changeOnce(root, random)
  return textOf(root.node)
}
