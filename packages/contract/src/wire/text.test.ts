import { fc, test } from '@fast-check/vitest'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { expect } from 'vitest'
import { normaliseInput } from './inputs.ts'
import { Text } from './text.ts'

const compiled = Compile(Text())

function accepted(text: string): boolean {
  expect(Check(Text(), text)).toBe(compiled.Check(text))
  return compiled.Check(text)
}

const SHOWN = [
  ['Acme GmbH', 'Кофе', '株式会社 山田', 'مقهى', 'Ångström & Söhne', "L'Été 2026 – 50 %", 'a', 'दिल्ली', 'a\u00a0b'],
  ['☕ Coffee', '☕\ufe0f Coffee', '😀', '👍🏽', '🇩🇪', 'e\u0301'],
].flat()

test.each(SHOWN)('%j is text for people', (text) => {
  expect(accepted(text)).toBe(true)
})

const REFUSED = {
  NUL: '\0',
  ESC: '\x1b',
  DEL: '\x7f',
  'a C1 control': '\x9b',
  'a newline': '\n',
  'a tab': '\t',
  'a right-to-left override': '\u202e',
  'a left-to-right override': '\u202d',
  'a bidi embedding': '\u202a',
  'a bidi isolate': '\u2066',
  'a bidi mark': '\u200f',
  'an Arabic letter mark': '\u061c',
  'a zero-width space': '\u200b',
  'a zero-width joiner': '\u200d',
  'a zero-width non-joiner': '\u200c',
  'a word joiner': '\u2060',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'an interlinear annotation': '\ufff9',
  'a language tag': '\u{e0001}',
  'a tag letter': '\u{e0041}',
  'a cancel tag': '\u{e007f}',
  'an unassigned tag': '\u{e0002}',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'private use': '\ue000',
  'private use in a high plane': '\u{10fffd}',
  'a lone high surrogate': '\ud83d',
  'a lone low surrogate': '\ude00',
  'a Hangul filler': '\u3164',
  'a grapheme joiner': '\u034f',
  'an empty braille cell': '\u2800',
  'a variation selector': '\ufe0f',
  'an ideographic variation selector': '\u{e0100}',
}

test.each(Object.entries(REFUSED))('%s is refused wherever it stands', (_, c) => {
  for (const text of [c, `${c}a`, `a${c}`, `a${c}b`]) expect(accepted(text)).toBe(false)
})

test('every code point of the tags block, and every bidi control, is refused', () => {
  for (let code = 0xe0000; code <= 0xe007f; code++) expect(accepted(`a${String.fromCodePoint(code)}b`)).toBe(false)
  for (const c of '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') {
    expect(accepted(`a${c}b`)).toBe(false)
  }
})

test.each([' ', '\u00a0', '\u3000', '\u2003', '\u1680'])('%j is refused at either end and alone', (space) => {
  for (const text of [space, `${space}a`, `a${space}`]) expect(accepted(text)).toBe(false)
  expect(accepted(`a${space}b`)).toBe(true)
})

test('length is counted in code points, from 1 to the maximum', () => {
  expect(accepted('')).toBe(false)
  expect([accepted('😀'.repeat(120)), accepted('😀'.repeat(121))]).toEqual([true, false])
  expect([accepted('a'.repeat(120)), accepted('a'.repeat(121))]).toEqual([true, false])
  expect([Check(Text({ maxLength: 3 }), 'äöü'), Check(Text({ maxLength: 3 }), 'äöüß')]).toEqual([true, false])
})

test('a body full of blanks or pictographs is judged in linear time', () => {
  const started = performance.now()
  for (const unit of ['a', ' ', '☕\ufe0f', '\u200b', 'a ']) Check(Text(), `a${unit.repeat(30_000)}`)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('a text schema carries its description and says that it is text', () => {
  expect(Text({ description: 'Name of the shop' })).toMatchObject({
    type: 'string',
    'x-text': true,
    minLength: 1,
    maxLength: 120,
    description: 'Name of the shop',
  })
})

const Shop = Type.Object({
  name: Text(),
  address: Type.String(),
  note: Type.Optional(Type.Union([Text(), Type.Null()])),
  tags: Type.Array(Text()),
  codes: Type.Array(Type.String()),
  owner: Type.Object({ names: Type.Array(Type.Object({ given: Text(), key: Type.String() })) }),
})

const D = 'e\u0301'
const C = '\u00e9'

test('NFC reaches every text however deep, and nothing else', () => {
  const owner = { names: [{ given: D, key: D, extra: D }] }
  const value = { name: D, address: D, note: D, tags: [D, D], codes: [D], owner, extra: D }
  const before = structuredClone(value)
  expect(normaliseInput(Shop, value)).toStrictEqual({
    name: C,
    address: D,
    note: C,
    tags: [C, C],
    codes: [D],
    owner: { names: [{ given: C, key: D, extra: D }] },
    extra: D,
  })
  expect(value).toStrictEqual(before)
})

test('an absent optional text stays absent and a null one null', () => {
  expect(normaliseInput(Shop, { name: 'a' })).toStrictEqual({ name: 'a' })
  expect(normaliseInput(Shop, { note: null })).toStrictEqual({ note: null })
})

test('keys named like parts of Object neither gain a value nor change one', () => {
  const odd = Type.Object({ constructor: Text(), toString: Text() })
  expect(normaliseInput(odd, {})).toStrictEqual({})
  const value: unknown = JSON.parse('{"__proto__":{"polluted":true},"name":"a"}')
  expect(JSON.stringify(normaliseInput(Shop, value))).toBe('{"__proto__":{"polluted":true},"name":"a"}')
  expect('polluted' in {}).toBe(false)
})

const people = fc.string({ unit: 'binary', maxLength: 20 })
const anything = fc.oneof(
  fc.record(
    {
      name: people,
      address: people,
      note: fc.option(people),
      tags: fc.array(people),
      codes: fc.array(people),
      owner: fc.record({ names: fc.array(fc.record({ given: people, key: people })) }),
    },
    { requiredKeys: [] },
  ),
  fc.anything(),
)

test.prop([anything])('normalising twice is normalising once, for a value of any shape', (value) => {
  const once = normaliseInput(Shop, value)
  expect(normaliseInput(Shop, once)).toStrictEqual(once)
})

test.prop([fc.string({ unit: 'binary', minLength: 1, maxLength: 8 })], { numRuns: 20_000 })(
  'normalising never makes refused characters out of accepted text',
  (text) => {
    fc.pre(Check(Text(), text))
    expect(Check(Text(), normaliseInput(Text(), text))).toBe(true)
  },
)
