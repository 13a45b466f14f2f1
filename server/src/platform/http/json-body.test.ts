import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { isJsonType, parseJsonBody } from './json-body.ts'

property.prop([fc.json()])('what JSON.parse takes is parsed alike, unless a rule forbids it', (text) => {
  const expected: unknown = JSON.parse(text)
  let parsed: unknown
  try {
    parsed = parseJsonBody(text)
  } catch {
    // fast-check's own JSON may hold `__proto__` or go deep; nothing else may be refused.
    expect(text.includes('__proto__') || /[[{]{4}/.test(text.replaceAll(/"[^"]*":|\s/g, ''))).toBe(true)
    return
  }
  expect(parsed).toEqual(expected)
})

property.prop([fc.string(), fc.jsonValue(), fc.jsonValue()])(
  'a key twice in one object is refused in every spelling',
  (key, a, b) => {
    const escaped = Array.from(
      { length: key.length },
      (_, i) => `\\u${key.charCodeAt(i).toString(16).padStart(4, '0')}`,
    )
    const text = `{${JSON.stringify(key)}:${JSON.stringify(a)},"${escaped.join('')}":${JSON.stringify(b)}}`
    expect(() => parseJsonBody(text)).toThrow(/twice|__proto__/)
  },
)

test('the same key in two objects, and text that looks like a key, are fine', () => {
  expect(parseJsonBody('{"a":{"a":1},"b":[{"a":2},{"a":3}],"c":"\\"a\\":"}')).toBeDefined()
})

test('32 levels pass and 33 do not, whatever they are made of', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nest = (n: number) => `${open.repeat(n)}1${close.repeat(n)}`
    expect(parseJsonBody(nest(32))).toBeDefined()
    expect(() => parseJsonBody(nest(33))).toThrow('deeper than 32')
  }
})

test('a number that only fits infinity is refused wherever it stands, the largest that fits is not', () => {
  for (const number of ['1e999', '-1e999', '9'.repeat(400), '1.5E+309']) {
    for (const text of [number, `[1, ${number}]`, `{"a":{"b":[${number}]}}`]) {
      expect(() => parseJsonBody(text)).toThrow('too large')
    }
  }
  const fine = '[1.7976931348623157e308,-0,1e-999,"1e999",{"1e999":0}]'
  expect(parseJsonBody(fine)).toEqual(JSON.parse(fine))
})

test('64 KiB of opening brackets are refused quickly', () => {
  const before = process.threadCpuUsage()
  expect(() => parseJsonBody('['.repeat(65_536))).toThrow('deeper')
  // Of this thread's own work: a machine that is busy with something else proves nothing.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000)
})

test('prototypes stay as they are', () => {
  expect(() => parseJsonBody('{"__proto__":{"polluted":1}}')).toThrow('__proto__')
  expect(() => parseJsonBody('{"\\u005f_proto__":{"polluted":1}}')).toThrow('__proto__')
  parseJsonBody('{"constructor":{"prototype":{"polluted":1}}}')
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('one media type, in two spellings', () => {
  const fine = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']
  expect(fine.map(isJsonType)).toEqual([true, true, true])
  for (const odd of [
    'application/json;charset=utf-8;',
    'application/json; charset="utf-8"',
    ' application/json',
    'application/json\n',
  ]) {
    expect(isJsonType(odd)).toBe(false)
  }
})
