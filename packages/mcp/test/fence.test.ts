import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { fenced, oneLine, quoted, visible } from '../src/fence.ts'
import { part } from './fenced.ts'
import { INJECTIONS } from './injections.ts'

test.each(INJECTIONS.map((text) => [text]))('stays on its line and reads back as it was: %j', (text) => {
  const { outside, inside } = part(`before\n${fenced({ said: text, deep: { list: [text], [text]: text } })}\nafter`)
  expect([inside.get('said'), inside.get('deep')]).toEqual([text, { list: [text], [text]: text }])
  expect(outside).toBe('before\nafter')
})

property.prop([fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary', maxLength: 60 })])(
  'holds whatever JSON there is, and every text',
  (value, text) => {
    const { inside } = part(fenced({ value, text }))
    expect(inside.get('text')).toBe(text)
    if (quoted(value).length < 1_000) expect(inside.get('value')).toEqual(JSON.parse(JSON.stringify(value)))
  },
)

test('a mark is never the same, and none is shown where nobody spoke', () => {
  const marks = Array.from({ length: 200 }, () => part(fenced({ said: 'hello' })).mark)
  expect(new Set(marks).size).toBe(200)
  expect(fenced({ said: undefined })).toBe('')
})

test('what is too long is cut, and says so', () => {
  const line = fenced({ said: '\u202e'.repeat(5_000) }).split('\n')[1] ?? ''
  expect(line).toMatch(/^said: "\\"(\\u202e)+" \(cut\)$/)
  expect(line.length).toBeLessThan(13_000)
})

test('unseen characters are spelled out, and dropped from what people are shown', () => {
  expect(visible('a\u202eb\u{e0041}\n')).toBe('a\\u202eb\\udb40\\udc41\\u000a')
  expect(oneLine(' order\u200b\n 1042\u202e ')).toBe('order 1042')
})
