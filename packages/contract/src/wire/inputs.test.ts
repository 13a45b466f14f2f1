import { fc, test as property } from '@fast-check/vitest'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { RequestId } from '../payment-requests/records.ts'
import { idOf, NIL_UUID, newUuid, uuidOf } from './ids.ts'
import { Digest, IdInput, isKey, Key, Name, NamePath, normaliseInput, Time, Typed, Whole } from './inputs.ts'

const HOSTILE = [
  '',
  ' ',
  'a ',
  ' a',
  'a\u0000b',
  'a\nb',
  '\u202eabc',
  'a\u2066b',
  'a\u200bb',
  '\ud800',
  'a\udfff',
  '\ufeffa',
  '\u007f',
  '\u0085',
]

test('a key is printable: nothing that cannot be seen, moves text or ends a line', () => {
  for (const text of HOSTILE) expect([text, Check(Key(), text), isKey(text)]).toEqual([text, false, false])
  for (const text of [
    'order-1042',
    'a b',
    'Bestellung №7',
    '注文-42',
    'e\u0301',
    '☕',
    'a/b?c#d%00',
    "'; drop table x; --",
    'a'.repeat(256),
  ]) {
    expect([text, Check(Key(), text), isKey(text)]).toEqual([text, true, true])
  }
  expect(Check(Key(), 'a'.repeat(257))).toBe(false)
})

test('a name can stand in a path, and a request is not called like the feed', () => {
  for (const text of ['.', '..', ...HOSTILE]) expect([text, Check(Name(), text)]).toEqual([text, false])
  for (const text of ['...', 'events', '.a', 'a/b', 'ü 1']) expect([text, Check(Name(), text)]).toEqual([text, true])
  expect(['events', '.', '..', 'events2', 'my events'].map((text) => Check(RequestId, text))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

test('what is no id or name reads as one that no record has', () => {
  const path = Type.Object({ recipient_id: IdInput('rcp'), request_id: NamePath() })
  const good = { recipient_id: idOf('rcp', newUuid()), request_id: 'order 1042' }
  expect(normaliseInput(path, good)).toEqual(good)
  for (const text of [
    'nonsense',
    'rcp_',
    idOf('agt', newUuid()),
    `${good.recipient_id} `,
    good.recipient_id.toUpperCase(),
    ...HOSTILE,
  ]) {
    const read = normaliseInput(path, { recipient_id: text, request_id: text }) as typeof good
    expect([text, uuidOf('rcp', read.recipient_id), Check(IdInput('rcp'), read.recipient_id)]).toEqual([
      text,
      NIL_UUID,
      true,
    ])
  }
  for (const text of ['x'.repeat(161), '☕'.repeat(161), ...HOSTILE]) {
    expect(normaliseInput(path, { ...good, request_id: text })).toEqual({ ...good, request_id: '.' })
  }
})

test('a time is a real one in the years 1970 to 9998, with its offset and without a leap second', () => {
  const fine = [
    '2026-11-15T09:30:00.000Z',
    '2026-11-15t09:30:00z',
    '2028-02-29T23:59:59.999999999+05:45',
    '1970-01-01T00:00:00+23:59',
    '9998-12-31T23:59:59-23:59',
  ]
  for (const text of fine) {
    expect([text, Check(Time(), text)]).toEqual([text, true])
    expect(new Date(text).toISOString()).toMatch(/^(1969|[1-9]\d{3})-/)
  }
  const wrong = [
    '2026-12-31T23:59:60Z',
    '2016-12-31T23:59:60.5Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-15T24:00:00Z',
    '2026-11-15T09:30:00',
    '2026-11-15 09:30:00Z',
    '2026-11-15T09:30:00Z[Europe/Zurich]',
    '2026-11-15T09:30:00+24:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
    '+010000-01-01T00:00:00Z',
    '２０２６-11-15T09:30:00Z',
    '2026-11-15T09:30:00.0000000001Z',
    'now',
    '1763199000',
  ]
  for (const text of [...wrong, ...HOSTILE]) expect([text, Check(Time(), text)]).toEqual([text, false])
})

property.prop([
  fc.date({ min: new Date('1970-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
  fc.integer({ min: -1439, max: 1439 }),
])('whatever time passes, no offset pushes it out of four digits', (date, offset) => {
  const sign = offset < 0 ? '-' : '+'
  const [h, m] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) => String(n).padStart(2, '0'))
  const text = date.toISOString().replace('Z', `${sign}${h}:${m}`)
  expect(Check(Time(), text)).toBe(true)
  expect(new Date(text).toISOString()).toMatch(/^\d{4}-/)
})

test('whole numbers have both ends, digests their form, and typed codes take the white space of a paste', () => {
  const values = [0, 1, 3, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null]
  expect(values.filter((value) => Check(Whole(1, 3), value))).toEqual([1, 3])
  expect([
    Check(Digest(), 'a'.repeat(64)),
    Check(Digest(), 'A'.repeat(64)),
    Check(Digest(), `${'a'.repeat(63)}\n`),
  ]).toEqual([true, false, false])
  expect(
    [' WDJB-MJHT\r\n', 'wdjb mjht', 'WDJB\u0000MJHT', 'WDJB\u202eMJHT', '\ud800'].map((code) => Check(Typed(), code)),
  ).toEqual([true, true, false, false, false])
})
