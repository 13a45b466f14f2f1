import { expect, test } from 'vitest'
import { unstorableField } from './table.ts'

test.each([
  ['a NUL', { note: 'a\0b' }],
  ['the first half of a surrogate pair', { note: 'a\ud83d' }],
  ['the second half alone', { note: '\ude00b' }],
  ['a number without end', { note: Number.POSITIVE_INFINITY }],
  ['what is no number', { note: Number.NaN }],
  ['a date that is none', { note: new Date('2026-12-31T23:59:60Z') }],
  ['a date before our era', { note: new Date('0000-01-01T00:00:00Z') }],
  ['a date after the year 9999', { note: new Date('9999-12-31T23:59:59-23:59') }],
])('%s cannot be stored, and its field is named', (_, item) => {
  expect(unstorableField({ fine: 'x', ...item })).toBe('note')
})

test('everything else can', () => {
  const item = { text: 'é 😀 ﷺ \u202e', none: null, bytes: Buffer.from([0]), count: 0, at: new Date(), own: { a: 1 } }
  expect(unstorableField(item)).toBeUndefined()
})
