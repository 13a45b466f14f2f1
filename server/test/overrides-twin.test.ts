/** The no-override rule against a second implementation of it, and against the look-alikes of UTS 39. */
import { namesPaymentFact, overridesIn } from '@pursestrings/contract/payment-requests/no-overrides'
import unhomoglyph from 'unhomoglyph'
import { describe, expect, test } from 'vitest'
import { drawn } from './races.ts'

// The no-override rule written a second time, for `overrides-twin.test.ts`: another walk, regular expressions for the
// words, and the whole confusables table of UTS 39 in place of ours. It shares no line with the contract's.

/** Every key is folded several times over, and the table is searched by one long expression: each letter is looked up once. */
const looked_up = new Map<string, string>()
const lookUp = (letter: string): string => {
  const known = looked_up.get(letter)
  if (known !== undefined) return known
  const found = unhomoglyph(letter)
  looked_up.set(letter, found)
  return found
}
const skeleton = (text: string): string => Array.from(text, lookUp).join('')

const alike = (text: string): string =>
  skeleton(text)
    .toLowerCase()
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')

const bare = (text: string): string =>
  Array.from(text)
    .filter((c) => /[\p{L}\p{N}]/u.test(c) && !/[\p{Lm}\p{Default_Ignorable_Code_Point}]/u.test(c))
    .join('')

/** The letters and digits as Latin; what is ASCII stays, since a digit may be a number or pass for a letter. */
const lettersOf = (name: string): string => bare(latin(unaccented(latin(name))))
const latin = (text: string): string => text.replaceAll(/[^\0-\x7f]/gu, lookUp)
const folded = (letters: string): string => unaccented(letters).toUpperCase().toLowerCase()
const unaccented = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

const anyOf = (words: string): string => `(?:${words.split(' ').map(alike).join('|')})`
const INSIDE = new RegExp(anyOf('address memo contract issuer recipient payee beneficiary'), 'u')
const BEFORE = anyOf(
  'pay paid payment payout payto send sendto sent receive receiver receiving transfer deposit settlement transaction txn tx ' +
    'merchant seller crypto token stellar blockchain new real actual correct true final override my our the to dest ' +
    'destination wallet account asset network chain',
)
const FACT = anyOf(
  'to destination dest account acct addr wallet iban amount asset network rail chain chainid decimal decimals',
)
const AFTER = anyOf(
  'id code name type value number key tag hash override due topay tosend account addr wallet network asset amount chain',
)
const WHOLE = new RegExp(`^${BEFORE}?${FACT}${AFTER}?$`, 'u')

const wordsOf = (name: string): string[] => {
  const words = ['']
  let before = ''
  for (const c of name) {
    const inside = /[\p{L}\p{N}]/u.test(c)
    if (!inside || (/\p{Lu}/u.test(c) && /[\p{Ll}\p{N}]/u.test(before))) words.push('')
    if (inside) words[words.length - 1] += c
    before = c
  }
  return words
}

export const twinNamesFact = (name: string): boolean => {
  const letters = lettersOf(name)
  const unnumbered = letters.replace(/^[0-9]+/, '').replace(/[0-9]+$/, '')
  if (WHOLE.test(alike(folded(letters))) || WHOLE.test(alike(folded(unnumbered)))) return true
  if (!INSIDE.test(alike(folded(letters)))) return false
  const left = wordsOf(name).filter((word) => !/^(memor(y|ies|ial|able)|contractors?)$/i.test(word))
  return INSIDE.test(alike(folded(lettersOf(left.join('')))))
}

export interface TwinVerdict {
  readonly hits: string[]
  readonly limits: string[]
}

/** Breadth first, with a queue; answers with the fields that are hit and the limits that are broken. */
export const twinOverridesIn = (root: string, given: unknown): TwinVerdict => {
  if (Buffer.byteLength(JSON.stringify(given)) > 8192) return { hits: [], limits: ['too_long'] }
  const hits: string[] = []
  const limits = new Set<string>()
  let keys = 0
  const queue: [unknown, string, number][] = [[given, root, 1]]
  for (const [item, at, level] of queue) {
    const inner = typeof item === 'string' ? opened(item) : undefined
    if (inner !== undefined) queue.push([inner, `${at}.$`, level + 1])
    if (item === null || typeof item !== 'object') continue
    if (level > 8) {
      limits.add('too_deep')
      continue
    }
    for (const name of Reflect.ownKeys(item) as string[]) {
      if (Array.isArray(item) && name === 'length') continue
      const field = `${at}.${name.length > 64 ? `${name.slice(0, 64)}…` : name}`
      queue.push([(item as Record<string, unknown>)[name], field, level + 1])
      if (Array.isArray(item)) continue
      keys++
      if (twinNamesFact(name)) hits.push(field)
    }
  }
  if (keys > 50) limits.add('too_many_keys')
  return { hits: hits.toSorted(), limits: [...limits].toSorted() }
}

const opened = (text: string): unknown => {
  try {
    const inner: unknown = JSON.parse(text)
    return typeof inner === 'string' || (typeof inner === 'object' && inner !== null) ? inner : undefined
  } catch {
    return undefined
  }
}

const OBJECTS = drawn({ check: 10_000, full: 100_000 })
const LETTERS = 'abcdefhiklmnoprstuwy'

/** Every letter of the alphabets people mix up that UTS 39 takes for one of ours. */
const lookAlikes = new Map<string, string[]>()
for (let point = 0x80; point < 0x1_0000; point++) {
  const c = String.fromCodePoint(point)
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Latin}]/u.test(c) || !/\p{L}/u.test(c))
    continue
  if (/^[a-z]$/i.test(c.normalize('NFKC'))) continue // ſ is an s, whatever it looks like
  const letter = unhomoglyph(c).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replace('rn', 'm')
  if (letter.length === 1 && LETTERS.includes(letter)) lookAlikes.set(letter, [...(lookAlikes.get(letter) ?? []), c])
}

describe('a letter that passes for another', () => {
  const WORDS = [
    'address',
    'memo',
    'contract',
    'issuer',
    'recipient',
    'payee',
    'beneficiary',
    'wallet',
    'network',
    'chain',
  ]

  test.each(WORDS)('every look-alike of every letter of %s is seen through', (word) => {
    const missed = Array.from(word).flatMap((letter, at) =>
      (lookAlikes.get(letter) ?? [])
        .map((twin) => word.slice(0, at) + twin + word.slice(at + 1))
        .filter((key) => !namesPaymentFact(key)),
    )
    expect(missed).toEqual([])
  })
})

/** mulberry32: the same run every time, since a failure must be found again. */
const random = ((state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
})(20_261_115)
const below = (n: number) => Math.floor(random() * n)
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T

const PARTS =
  'address memo contract issuer recipient payee beneficiary to pay payto send destination dest account addr wallet iban amount asset network rail chain id decimals code type name due total topic tone tomato contractor memory memorial issue tax text order item label note title locale customer my new the over 2 1 0 mem cont ract add ress is suer or ry s t o'.split(
    ' ',
  )
const JOINTS = [
  '',
  '',
  '',
  '_',
  '-',
  ' ',
  '.',
  '\u200b',
  '\u00ad',
  '\u3164',
  '·',
  '/',
  '\u0301',
  '\u202e',
  '\ufe0f',
  '’',
]
const STYLES: ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.slice(0, 1).toUpperCase() + word.slice(1),
  (word) =>
    Array.from(word, (c) => (/[!-~]/.test(c) ? String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0) : c)).join(''),
  (word) => Array.from(word, (c) => (random() < 0.3 ? pick(lookAlikes.get(c.toLowerCase()) ?? [c]) : c)).join(''),
  (word) => Array.from(word, (c) => (random() < 0.3 ? c.toUpperCase() : c)).join(''),
  (word) => word.replace('ss', 'ß').replace('o', '0').replace('e', 'é'),
  (word) => word.replace('m', 'rn').replace('w', 'vv').replace('l', '1').replace('i', 'ı'),
  (word) => word.split('').join(pick(JOINTS)),
]
const key = (): string => Array.from({ length: 1 + below(3) }, () => pick(STYLES)(pick(PARTS))).join(pick(JOINTS))

const value = (depth: number): unknown => {
  const kind = depth > 10 ? 0 : below(12)
  if (kind < 7) return pick(['x', 7, null, true, '', '{"memo', 'plain text', '[1]', '"to"'])
  if (kind === 7) return Array.from({ length: below(4) }, () => value(depth + 1))
  if (kind === 8) return JSON.stringify(value(depth + 1))
  return object(depth + 1)
}
const object = (depth: number): object => {
  const size = random() < 0.01 ? 40 : below(4)
  return Object.fromEntries(Array.from({ length: size }, () => [key(), value(depth)]))
}

test(`${OBJECTS} generated objects: the two implementations never disagree, and Object.prototype stays as it was`, () => {
  const prototype = Object.getOwnPropertyNames(Object.prototype).toSorted()
  let hits = 0
  let clean = 0
  const disagreements: unknown[] = []
  for (let i = 0; i < OBJECTS; i++) {
    const given: object = {
      ...object(1),
      ...(i % 50 === 0 && JSON.parse('{"__proto__":{"memo":1},"constructor":{"prototype":{}}}')),
    }
    const issues = overridesIn('display', given)
    const found = issues.filter((issue) => issue.code === 'override_forbidden').map((issue) => issue.field)
    const limits = issues.map((issue) => issue.code).filter((code) => code.startsWith('too_'))
    const twin = twinOverridesIn('display', given)
    const listed_whole = issues.length < 100
    hits += twin.hits.length
    if (twin.hits.length === 0) clean++
    const agree = JSON.stringify([found.toSorted(), limits.toSorted()]) === JSON.stringify([twin.hits, twin.limits])
    if (!agree && listed_whole) disagreements.push({ given, found, limits, twin })
  }
  console.log(JSON.stringify({ objects: OBJECTS, hits, without_hit: clean, disagreements: disagreements.length }))
  expect(disagreements.slice(0, 3)).toEqual([])
  expect(hits).toBeGreaterThan(OBJECTS / 2)
  expect(clean).toBeGreaterThan(OBJECTS / 10)
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(prototype)
}, 300_000)

test('8 KiB are searched in less than a millisecond', () => {
  const full = Object.fromEntries(
    Array.from({ length: 49 }, (_, i) => [`field_${i}_label`, 'words and more words '.repeat(7).trim()]),
  )
  for (let i = 0; i < 500; i++) overridesIn('display', full)
  const before = process.cpuUsage()
  for (let i = 0; i < 1000; i++) overridesIn('display', full)
  const { user, system } = process.cpuUsage(before)
  const us_each = (user + system) / 1000
  console.log(JSON.stringify({ bytes: JSON.stringify(full).length, us_each }))
  expect(us_each).toBeLessThan(1000)
})
