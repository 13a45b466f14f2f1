import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { canonicalBytes, canonicalJson } from './canonical.ts'

/** JSON has no negative zero: RFC 8785 writes it as 0. */
const json = fc
  .jsonValue({ maxDepth: 5, stringUnit: 'grapheme' })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, shuffled(item)]),
  )
}

test('the example of RFC 8785, 3.2.2, comes out byte for byte', () => {
  const value: unknown = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('keys are sorted by UTF-16 code units as in RFC 8785, 3.2.3', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  expect(canonicalJson(value)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
      '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  )
})

test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('the double %s is written %s as in RFC 8785, appendix B', (bits, expected) => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${bits}`))
  expect(canonicalJson(view.getFloat64(0))).toBe(expected)
})

test.prop([json])('parsing the canonical text gives the value back', (value) => {
  expect(JSON.parse(canonicalJson(value))).toStrictEqual(value)
})

test.prop([json])('the order of keys does not matter', (value) => {
  expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
})

test.prop([json])('the canonical text of a canonical text is itself, in as many bytes as UTF-8 needs', (value) => {
  const text = canonicalJson(value)
  expect(canonicalJson(JSON.parse(text))).toBe(text)
  expect(new TextDecoder().decode(canonicalBytes(value))).toBe(text)
})

test('own keys named like parts of Object are data', () => {
  const text = '{"__proto__":{"a":1},"constructor":2,"toString":3}'
  expect(canonicalJson(JSON.parse(text))).toBe(text)
  expect(canonicalJson(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
})

test.each<[string, unknown, string]>([
  ['NaN', { a: [1, Number.NaN] }, 'NaN at $["a"][1]'],
  ['Infinity', [Number.POSITIVE_INFINITY], 'Infinity at $[0]'],
  ['-Infinity', Number.NEGATIVE_INFINITY, '-Infinity at $'],
  ['undefined', { a: { b: undefined } }, 'undefined at $["a"]["b"]'],
  ['a hole in an array', Object.assign([], { 1: 0 }), 'undefined at $[0]'],
  ['a function', { f: () => 1 }, 'function at $["f"]'],
  ['a symbol', [Symbol('s')], 'symbol at $[0]'],
  ['a bigint', { amount: 1n }, 'bigint at $["amount"]'],
  ['a lone surrogate', ['ok', 'a\ud800'], 'a lone surrogate at $[1]'],
  ['a lone surrogate in a key', { a: { '\udc00': 1 } }, 'a lone surrogate at $["a"]'],
  ['a Date', { at: new Date(0) }, 'an object that is not plain at $["at"]'],
  ['a Map', new Map([['a', 1]]), 'an object that is not plain at $'],
])('%s is refused with its place', (_, value, message) => {
  expect(() => canonicalJson(value)).toThrow(new TypeError(`no canonical JSON for ${message}`))
  expect(() => canonicalBytes(value)).toThrow(TypeError)
})

test('a nest that is too deep is refused, and not by an end of the stack', () => {
  const nest = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2))
  expect(canonicalJson(nest(128))).toContain('[{"a":1}]')
  for (const depth of [130, 20_000]) expect(() => canonicalJson(nest(depth))).toThrow(TypeError)
})
