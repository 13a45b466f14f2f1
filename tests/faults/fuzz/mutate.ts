/** JSON with its structure changed: members missing, extra or twice, other types, deep nests. Written by hand, since much of it is no value. */
import { HOSTILE } from '../../../server/test/hostile-stage.ts'

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

// Bytes and texts with something changed in them: flips, cuts, repeats, what is no UTF-8, and letters that mean something.

const NOT_UTF8 = [
  '80',
  'bf',
  'c0af',
  'c3',
  'e282',
  'eda080',
  'edbfbf',
  'f0808080',
  'f4908080',
  'f8888080',
  'ff',
  'fe',
].map((hex) => Buffer.from(hex, 'hex'))
const MEANINGFUL = Buffer.from('"\\{}[]:,./?#&=%+-_ \t\r\n\0*;<>\'`$~|@!^0129aAzZ')
const SPLICES = [
  '\r\n',
  '\n\n',
  '..',
  '//',
  '%00',
  '%2e%2e',
  '\\u0000',
  '__proto__',
  'null',
  '1e999',
  '-0',
  '\ufeff',
  '—',
]

type Change = (bytes: Buffer, random: Random) => Buffer

const at = (bytes: Buffer, random: Random): number => random.below(bytes.length + 1)
const spliced = (bytes: Buffer, from: number, to: number, what: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), what, bytes.subarray(to)])

const CHANGES: readonly Change[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    const place = random.below(Math.max(1, copy.length))
    if (copy.length > 0) copy[place] = (copy[place] as number) ^ (1 << random.below(8))
    return copy
  },
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => bytes.subarray(at(bytes, random)),
  (bytes, random) => {
    const [from, length] = [at(bytes, random), 1 + random.below(8)]
    return spliced(bytes, from, Math.min(bytes.length, from + length), Buffer.alloc(0))
  },
  (bytes, random) => {
    const [from, length] = [at(bytes, random), 1 + random.below(32)]
    return spliced(bytes, from, from, bytes.subarray(from, from + length))
  },
  (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, random.pick(NOT_UTF8))
  },
  (bytes, random) => {
    const place = at(bytes, random)
    const letter = Buffer.of(random.pick([...MEANINGFUL]))
    return spliced(bytes, place, Math.min(bytes.length, place + random.below(2)), letter)
  },
  (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, Buffer.from(random.pick(SPLICES)))
  },
  (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, Buffer.alloc(1 + random.below(2_000), random.pick([...MEANINGFUL])))
  },
  (bytes, random) => {
    const [a, b] = [at(bytes, random), at(bytes, random)]
    return Buffer.concat([bytes.subarray(0, a), bytes.subarray(b)])
  },
  (bytes, random) => Buffer.from(bytes.map((byte) => (random.chance(0.02) ? random.below(256) : byte))),
]

export const mutatedBytes = (bytes: Buffer, random: Random): Buffer => {
  let changed = bytes
  for (let times = 1 + random.below(3); times > 0; times--) changed = random.pick(CHANGES)(changed, random)
  return changed
}

/** What is no UTF-8 becomes the sign for it, as in every text that was read from bytes; now and then half a pair of UTF-16. */
export const mutatedText = (text: string, random: Random): string => {
  const changed = mutatedBytes(Buffer.from(text), random).toString()
  if (!random.chance(0.05)) return changed
  const place = random.below(changed.length + 1)
  return `${changed.slice(0, place)}${random.pick(['\ud800', '\udfff'])}${changed.slice(place)}`
}

/** Numbers that look random and are the same for the same seed, so that what was found is found again. */
export interface Random {
  /** From 0 to one less than the limit. */
  below(limit: number): number
  chance(of_one: number): boolean
  pick<T>(list: readonly T[]): T
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (of_one) => next() < of_one,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
  }
}

/** A seed for each part of a run, so that one part can be repeated without the ones before it. */
export const seedFor = (seed: number, name: string): number => {
  let mixed = seed >>> 0
  for (const letter of name) mixed = (Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return mixed
}
