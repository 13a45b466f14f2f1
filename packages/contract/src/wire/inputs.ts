/**
 * The types that inputs are made of. Each bounds its value: no NUL, no control or bidi
 * characters, no lone surrogates, no time or number that a database or a clock cannot hold. An operation declares no bare
 * string, number or date (`openapi.test.ts`), so what reaches a handler is fit to be stored, compared, signed and shown.
 */
import { type TInteger, type TSchema, type TSchemaOptions, type TString, Type } from 'typebox'
import { DIGITS, describedId, exampleId, type Prefix } from './ids.ts'
import { TEXT_PATTERN, UNSEEN } from './text.ts'

/** Of every type: what it is, and the rule in words that a caller is told when a value breaks it. */
const told = (kind: string, rule: string) => ({ 'x-input': kind, 'x-rule': rule })

type Options = TSchemaOptions & { maxLength?: number }

/** White space at either end is easily lost on the way, so no key has any. Unlike text, a key is never normalised. */
export const KEY_PATTERN = TEXT_PATTERN
const KEY = new RegExp(KEY_PATTERN, 'u')
export const KEY_RULE =
  'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end'

/** A name that the caller chose or was given, compared byte for byte: idempotency keys, tokens, cursors, addresses. */
export const Key = ({ maxLength = 256, ...options }: Options = {}): TString =>
  Type.String({ ...told('key', KEY_RULE), ...options, minLength: 1, maxLength, pattern: KEY_PATTERN })

/** A name of a record that the caller chose and that a path must be able to carry (`request_id`). */
export const NAME_LENGTH_MAX = 160
/** A reserved word that ends in `*` stands for every name that begins so. */
const namePattern = (reserved: readonly string[]): string => {
  const words = reserved.map((word) => word.replaceAll('.', '\\.').replace(/\*$/, '.*'))
  return KEY_PATTERN.replace('^', `^(?!(?:${words.join('|')})$)`)
}

const NO_PATH = ['.', '..']
const nameRule = (reserved: readonly string[]) =>
  `must be 1 to ${NAME_LENGTH_MAX} printable characters, such as \`order-1042\`; not ${reserved.map((r) => `\`${r}\``).join(', ')}`

export const Name = (options: TSchemaOptions & { reserved?: readonly string[] } = {}): TString => {
  const { reserved = [], ...rest } = options
  const all = [...reserved, ...NO_PATH]
  const length = { minLength: 1, maxLength: NAME_LENGTH_MAX }
  return Type.String({ ...told('name', nameRule(all)), ...rest, ...length, pattern: namePattern(all) })
}

/** The same in a path. What no record can be called reads as `.`, which none is: absent, not malformed. */
export const NamePath = (options: TSchemaOptions = {}): TString =>
  Type.String({
    ...told('name', 'must name a record'),
    ...options,
    maxLength: NAME_LENGTH_MAX,
    pattern: KEY_PATTERN,
    'x-absent': '.',
  })

/**
 * The id of a record. One that is not of the form reads as the nil id, which no record has: a malformed id takes the path
 * of an absent one, and no handler sees what was sent in its place.
 */
export const IdInput = (prefix: Prefix, options: TSchemaOptions = {}): TString =>
  Type.String({
    ...told('identifier', `must be an id that begins with \`${prefix}_\``),
    description: describedId(prefix),
    examples: [exampleId(prefix)],
    ...options,
    maxLength: 160,
    pattern: DIGITS.source.replace('^', `^${prefix}_`),
    'x-absent': `${prefix}_${'0'.repeat(26)}`,
  })

/** Where the credential itself may say which one is meant. */
export const CURRENT = 'current'
export const IdOrCurrent = (prefix: Prefix, words: readonly string[] = []): TString =>
  Type.String({
    ...IdInput(prefix, {
      description: `${describedId(prefix)}, or \`${CURRENT}\`: the caller's own${words.map((word) => `, or \`${word}\``).join('')}`,
    }),
    pattern: `^(?:${[CURRENT, ...words].join('|')}|${prefix}_${DIGITS.source.slice(1, -1)})$`,
  })

/** What the service issued, sent back. What it cannot have issued reads as `-`, which it never did: spent, not malformed. */
export const Issued = ({ maxLength = 200, ...options }: Options = {}): TString =>
  Type.String({
    ...told('issued', 'must be what the service issued'),
    ...options,
    maxLength,
    pattern: KEY_PATTERN,
    'x-absent': '-',
  })

/** Years that stay within four digits whatever the offset, and no leap second: neither JavaScript nor PostgreSQL has one. */
const YEAR = '(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])'
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
export const TIME_PATTERN = `^${YEAR}-[0-9]{2}-[0-9]{2}[Tt]${CLOCK}:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-]${CLOCK})$`

export const Time = (options: TSchemaOptions = {}): TString =>
  Type.String({
    ...told(
      'time',
      'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
    ),
    description: 'RFC 3339 with an offset, in the years 1970 to 9998',
    examples: ['2026-11-15T09:30:00.000Z'],
    ...options,
    format: 'date-time',
    maxLength: 40,
    pattern: TIME_PATTERN,
  })

/** The most that a column of a version or a count holds. */
const INTEGER_MAX = 2 ** 31 - 1

export const Whole = (minimum: number, maximum: number, options: TSchemaOptions = {}): TInteger =>
  Type.Integer({
    ...told('whole_number', `must be a whole number from ${minimum} to ${maximum}`),
    ...options,
    minimum,
    maximum,
  })

/** Of the record that a change was decided on (specification 9). */
export const Version = Whole(1, INTEGER_MAX, { description: 'the version that was read; a stale one is refused' })

/** A form of its own that a pattern tells in full, such as a locale. */
export const Formed = (
  pattern: string,
  { rule, maxLength, ...options }: TSchemaOptions & { rule: string; maxLength: number },
): TString => Type.String({ ...told('formed', rule), ...options, maxLength, pattern })

export const Digest = (options: TSchemaOptions = {}): TString =>
  Formed('^[0-9a-f]{64}$', { rule: 'must be 64 lower-case hexadecimal digits', maxLength: 64, ...options })

export const Base64url = ({ maxLength = 128, ...options }: Options = {}): TString =>
  Formed('^[A-Za-z0-9_-]+$', { rule: 'must be base64url without padding', maxLength, ...options })

/** Three parts in base64url with dots between (RFC 7515): what a device signed. */
export const Jws = (options: TSchemaOptions = {}): TString =>
  Formed('^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$', {
    rule: 'must be a compact JWS: three parts in base64url with dots between',
    maxLength: 4096,
    examples: ['eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl'],
    ...options,
  })

/** With padding, as ledgers write it. */
export const Base64 = ({ maxLength = 4096, ...options }: Options = {}): TString =>
  Formed('^[A-Za-z0-9+/]+={0,2}$', { rule: 'must be base64, such as `AAAAAgAAAAA=`', maxLength, ...options })

/** On ledgers that are read here they are 64 hexadecimal digits, kept in lower case; others keep their forms. */
export const TransactionHash = (options: TSchemaOptions = {}): TString =>
  Formed('^[A-Za-z0-9+/=_-]+$', {
    rule: 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
    maxLength: 128,
    minLength: 1,
    examples: ['e'.repeat(64)],
    ...options,
  })

export const Url = ({ maxLength = 2000, ...options }: Options = {}): TString =>
  Key({ ...told('url', 'must be an address such as `https://shop.example/webhooks`'), maxLength, ...options })

/** What people type or paste: white space anywhere, line ends too. The service reads it strictly and keeps none of it. */
export const Typed = ({ maxLength = 60, ...options }: Options = {}): TString =>
  Type.String({
    ...told('typed', 'must be the code as it was shown, such as `WDJB-MJHT`'),
    ...options,
    minLength: 1,
    maxLength,
    pattern: `^(?:[^${UNSEEN}]|[\\t\\r\\n])+$`,
  })

/**
 * A public key in one of its forms. Loose, since a private key that is sent by mistake has to be told apart, line ends and
 * all; it is parsed strictly, and only the 32 bytes inside are kept.
 */
export const KeyMaterial = (type: string | readonly string[], options: TSchemaOptions = {}): TSchema => ({
  ...told('key_material', 'must be a public key'),
  ...options,
  type,
  maxLength: 4096,
  maxProperties: 20,
})

/** JSON of the caller's own. Its size, depth, keys and every text in it are bounded by `no-overrides.ts`. */
export const FreeJson = (options: TSchemaOptions = {}) =>
  Type.Object({}, { ...told('free_json', 'must be an object'), ...options, additionalProperties: true })

/**
 * An input that may bring more than it names (spec 2.1). What is more is dropped before anything is decided, so it changes
 * nothing; `ignoredIn` finds it. For everything else, a field that nobody knows is refused.
 */
export const Tolerant = <const P extends Type.TProperties>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { ...options, 'x-ignores': 'more', additionalProperties: true })

type Node = {
  'x-ignores'?: 'more'
  'x-text'?: true
  'x-absent'?: string
  maxLength?: number
  pattern?: string
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  items?: Node
  anyOf?: readonly Node[]
  allOf?: readonly Node[]
}

/**
 * Gives the value with NFC applied wherever its schema says text, and the absent name wherever it says a name that the
 * value cannot be. Comes before the check, so that the limits hold for what is stored (NFC can lengthen a text), and
 * therefore takes any value whatever its shape. The branches of a union all apply.
 */
export function normaliseInput(schema: TSchema, value: unknown): unknown {
  const node: Node = schema
  let result = value
  for (const branch of [...(node.anyOf ?? []), ...(node.allOf ?? [])]) result = normaliseInput(branch, result)
  if (typeof result === 'string') return normaliseString(node, result)
  if (Array.isArray(result)) {
    const { items } = node
    return items ? result.map((item) => normaliseInput(items, item)) : result
  }
  if (typeof result !== 'object' || result === null) return result
  const [ofAny] = Object.values(node.patternProperties ?? {})
  if (!node.properties && !ofAny) return result
  const { properties } = node
  const kept = node['x-ignores'] ? Object.entries(result).filter(([key]) => isNamed(key, properties)) : undefined
  const copy: Record<string, unknown> = kept ? Object.fromEntries(kept) : { ...result }
  for (const key of Object.keys(ofAny ? copy : (node.properties ?? {}))) {
    const property = node.properties?.[key] ?? ofAny
    if (property && Object.hasOwn(copy, key)) copy[key] = normaliseInput(property, copy[key])
  }
  return copy
}

const isNamed = (key: string, properties: Node['properties'] = {}): boolean => Object.hasOwn(properties, key)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a value brings beyond what tolerant schemas name, each in its place. */
export const ignoredIn = (schema: TSchema, value: unknown): Readonly<Record<string, unknown>> => {
  const { properties = {}, 'x-ignores': ignores }: Node = schema
  if (!ignores || !isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const named = isNamed(key, properties) ? properties[key] : undefined
      if (!named) return [[key, item]]
      const inside = ignoredIn(named, item)
      return Object.keys(inside).length === 0 ? [] : [[key, inside]]
    }),
  )
}

const patterns = new Map<string, RegExp>()

const normaliseString = (node: Node, text: string): string => {
  if (node['x-text']) return text.normalize('NFC')
  const { 'x-absent': absent, pattern, maxLength = 0 } = node
  if (absent === undefined || pattern === undefined) return text
  let fits = patterns.get(pattern)
  if (!fits) patterns.set(pattern, (fits = new RegExp(pattern, 'u')))
  return isWithin(text, maxLength) && fits.test(text) ? text : absent
}

/** In code points, as the check counts. */
const isWithin = (text: string, length_max: number): boolean =>
  text.length <= length_max || (text.length <= length_max * 2 && Array.from(text).length <= length_max)

/** For a key that comes in a header, where no schema looks. */
export const isKey = (text: string): boolean => KEY.test(text)
