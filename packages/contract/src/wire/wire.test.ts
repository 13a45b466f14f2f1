import { fc, test } from '@fast-check/vitest'
import { AMOUNT_LENGTH_MAX, formatUnits, parseAmount } from '@pursestrings/protocol/amount'
import { SLOTS, slotText, toSlot } from '@pursestrings/protocol/secrets'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { describe, expect } from 'vitest'
import { amount, decimals, EVM_MAX, HOSTILE, max_units, scan, text } from './amount.vectors.ts'
import { Amount } from './fields.ts'
import {
  IdSchema,
  idOf,
  NIL_UUID,
  newUuid,
  newUuidFor,
  PREFIXES,
  type Prefix,
  slotOf,
  type Uuid,
  uuidMaker,
  uuidOf,
} from './ids.ts'

describe('amount', () => {
  const wide = { decimals: 255, max_units: 10n ** 400n }

  test.prop([text, decimals, max_units], { numRuns: 100_000 })(
    'the parser agrees with an independent scanner on 100,000 texts',
    (t, d, max) => {
      const expected = scan(t, d, max)
      const actual = parseAmount(t, { decimals: d, max_units: max })
      if (actual.ok && expected.ok && actual.units === expected.units) return
      expect(actual).toEqual(expected)
    },
    120_000,
  )

  const compiled = Compile(Amount)

  test.prop([text], { numRuns: 20_000 })('the schema accepts exactly what the parser takes for an amount', (t) => {
    const parsed = parseAmount(t, wide)
    expect(compiled.Check(t)).toBe(parsed.ok)
    expect(Check(Amount, t)).toBe(parsed.ok)
  })

  test.each(HOSTILE)('%j is not an amount', (t) => {
    expect(parseAmount(t, wide)).toEqual({ ok: false, reason: 'not_an_amount' })
  })

  test.each([
    ['1', 0, 1n],
    ['10', 0, 10n],
    ['0.000001', 6, 1n],
    ['1.50', 2, 150n],
    ['12.5', 18, 12_500_000_000_000_000_000n],
    ['9007199254740993', 0, 9007199254740993n],
  ])('%s with %i decimals is %s units, exactly', (t, d, units) => {
    expect(parseAmount(t, { decimals: d, max_units: EVM_MAX })).toEqual({ ok: true, units })
  })

  test('78 digits are an amount and 79 are not, with or without a point', () => {
    const most = '9'.repeat(78)
    expect(parseAmount(most, wide)).toEqual({ ok: true, units: 10n ** 333n - 10n ** 255n })
    expect(parseAmount(`${most.slice(1)}.9`, wide).ok).toBe(true)
    for (const t of [`1${'0'.repeat(78)}`, `${most}.9`, `0.${most}`]) {
      expect(parseAmount(t, wide)).toEqual({ ok: false, reason: 'not_an_amount' })
      expect(Check(Amount, t)).toBe(false)
    }
    expect(AMOUNT_LENGTH_MAX).toBe(79)
  })

  test('decimals count as written, trailing zeros included', () => {
    const coarse = { decimals: 1, max_units: EVM_MAX }
    expect(parseAmount('1.0', coarse)).toEqual({ ok: true, units: 10n })
    expect(parseAmount('1.00', coarse)).toEqual({ ok: false, reason: 'too_many_decimals' })
    expect(parseAmount('1.0', { ...coarse, decimals: 0 })).toEqual({ ok: false, reason: 'too_many_decimals' })
  })

  test('the maximum of a rail is the last amount it takes', () => {
    const stellar = { decimals: 7, max_units: 2n ** 63n - 1n }
    expect(parseAmount('922337203685.4775807', stellar)).toEqual({ ok: true, units: 2n ** 63n - 1n })
    expect(parseAmount('922337203685.4775808', stellar)).toEqual({ ok: false, reason: 'too_large' })
    expect(parseAmount(EVM_MAX.toString(), { decimals: 0, max_units: EVM_MAX })).toEqual({ ok: true, units: EVM_MAX })
  })

  test.each(['9', '0', '.', '1.', '\0', '１'])('a megabyte of %j is refused in under 5 ms', (unit) => {
    const t = unit.repeat(2 ** 20 / unit.length)
    const took = Array.from({ length: 20 }, () => {
      const started = performance.now()
      expect(parseAmount(t, wide)).toEqual({ ok: false, reason: 'not_an_amount' })
      return performance.now() - started
    })
    expect(Math.min(...took)).toBeLessThan(5)
  })

  const fitting = fc.nat({ max: 77 })
  const units = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 78n - 1n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))

  test.prop([units, fitting])('units come back from their text', (u, d) => {
    expect(parseAmount(formatUnits(u, d), { decimals: d, max_units: u })).toEqual({ ok: true, units: u })
  })

  test.prop([amount])('the text of units is the shortest of all texts of that amount', (t) => {
    const parsed = parseAmount(t, wide)
    fc.pre(parsed.ok)
    expect(formatUnits(parsed.units, wide.decimals)).toBe(t.includes('.') ? t.replace(/\.?0+$/, '') : t)
  })

  test('zero units read 0, and negative units are refused', () => {
    expect([formatUnits(0n, 0), formatUnits(0n, 18)]).toEqual(['0', '0'])
    expect(() => formatUnits(-1n, 2)).toThrow(RangeError)
  })
})

describe('ids', () => {
  const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
  const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

  const prefixes: Prefix[] = Object.values(PREFIXES)
  const prefix = fc.constantFrom(...prefixes)
  const uuid = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n }).map(uuidOfBits)
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const slot = fc.integer({ min: 0, max: SLOTS - 1 }).map(toSlot)
  const uuidAt = (now: number) => uuidMaker(() => now)()

  function uuidOfBits(bits: bigint): Uuid {
    const hex = bits.toString(16).padStart(32, '0')
    const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any 128 bits may come, not only those we make
    return parts.join('-') as Uuid
  }

  function valueOf(base32: string): bigint {
    return Array.from(base32).reduce((value, letter) => value * 32n + BigInt(LETTERS.indexOf(letter)), 0n)
  }

  test('no two kinds of record share a prefix', () => {
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  test.prop([prefix, uuid])('any 128 bits come back from their id', (p, u) => {
    expect(uuidOf(p, idOf(p, u))).toBe(u)
  })

  test.prop([prefix, fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })])(
    'an id is the number in Crockford base32',
    (p, bits) => {
      const id = idOf(p, uuidOfBits(bits))
      expect(id).toMatch(new RegExp(`^${p}_[${LETTERS}]{26}$`))
      expect(valueOf(id.slice(p.length + 1))).toBe(bits)
    },
  )

  test('the ends of the range are spelled as in TypeID', () => {
    expect(idOf('pr', NIL_UUID)).toBe('pr_00000000000000000000000000')
    expect(idOf('pr', uuidOfBits(2n ** 128n - 1n))).toBe('pr_7zzzzzzzzzzzzzzzzzzzzzzzzz')
    expect(idOf('pr', uuidOfBits(0x01890a5dac96774bbcceb302099a8057n))).toBe('pr_01h455vb4pex5vsknk084sn02q')
  })

  test.prop([time])('a new UUID is version 7 of RFC 9562 and begins with its millisecond', (now) => {
    const made = uuidAt(now)
    expect(made).toMatch(UUID_V7)
    expect(Number.parseInt(made.slice(0, 13).replace('-', ''), 16)).toBe(now)
  })

  test('without a time a new UUID carries the present one', () => {
    const before = Date.now()
    const carried = Number.parseInt(newUuid().slice(0, 13).replace('-', ''), 16)
    expect(carried).toBeGreaterThanOrEqual(before)
    expect(carried).toBeLessThanOrEqual(Date.now())
  })

  test.prop([prefix, time, time])('the order of ids is the order of their times', (p, a, b) => {
    fc.pre(a !== b)
    expect(idOf(p, uuidAt(a)) < idOf(p, uuidAt(b))).toBe(a < b)
  })

  test('a million ids are in the order in which they were made, though the clock stands still and then goes back', () => {
    let now = 1_700_000_000_000
    const make = uuidMaker(() => now)
    let last = ''
    for (let i = 0; i < 1_000_000; i++) {
      if (i === 500_000) now -= 3_600_000
      const next = make(toSlot(i))
      if (next <= last) expect.fail(`${next} was made after ${last}`)
      last = next
    }
  })

  test.prop([prefix, slot])('an id carries its slot in its last three characters, and gives it back', (p, s) => {
    const made = newUuid(s)
    expect(made).toMatch(UUID_V7)
    expect(slotOf(made)).toBe(s)
    expect(idOf(p, made).slice(-3)).toBe(slotText(s))
    expect(slotOf(newUuidFor(made))).toBe(s)
  })

  test('47 random bits remain beside time, count and slot', () => {
    const make = uuidMaker(() => 1)
    const random = Array.from(
      { length: 2_000 },
      () => BigInt(`0x${make(toSlot(0)).replaceAll('-', '').slice(16)}`) & (2n ** 62n - 1n),
    )
    const seen = random.reduce((bits, value) => bits | value, 0n)
    expect(seen).toBe((2n ** 47n - 1n) << 15n)
  })

  test.each([-1, 0.5, 2 ** 48, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused as a time', (now) => {
    expect(() => uuidAt(now)).toThrow(RangeError)
  })

  const outsider = fc.constantFrom(...Array.from('ilouILOUABCXYZ-_ \n\0.é１😀'))
  const place = fc.nat({ max: 25 })
  const malform = fc.oneof(
    fc.tuple(place, outsider).map(
      ([at, c]) =>
        (s: string) =>
          s.slice(0, at) + c + s.slice(at + 1),
    ),
    fc.tuple(place, fc.constantFrom(...Array.from(LETTERS))).map(
      ([at, c]) =>
        (s: string) =>
          s.slice(0, at) + c + s.slice(at),
    ),
    place.map((at) => (s: string) => s.slice(0, at) + s.slice(at + 1)),
    fc.constantFrom(...Array.from(LETTERS.slice(8))).map((c) => (s: string) => c + s.slice(1)),
    fc.constantFrom('\n', ' ', '\0', '=').map((c) => (s: string) => s + c),
    fc.constantFrom('', '0', 'z'.repeat(100_000)).map((typed) => () => typed),
  )

  test.prop([prefix, uuid, malform], { numRuns: 5000 })('every malformed id reads as the nil UUID', (p, u, mutate) => {
    const malformed = `${p}_${mutate(idOf(p, u).slice(p.length + 1))}`
    expect(uuidOf(p, malformed)).toBe(NIL_UUID)
    expect(Check(IdSchema(p), malformed)).toBe(false)
  })

  test.prop([prefix, uuid])('an upper-case id or an upper-case prefix reads as the nil UUID', (p, u) => {
    const id = idOf(p, u)
    const letters = id.slice(p.length + 1)
    expect(uuidOf(p, p.toUpperCase() + id.slice(p.length))).toBe(NIL_UUID)
    expect(uuidOf(p, `${p}_${letters.toUpperCase()}`)).toBe(/[a-z]/.test(letters) ? NIL_UUID : u)
  })

  test.prop([prefix, prefix, uuid])("another kind's id reads as the nil UUID", (p, other, u) => {
    fc.pre(p !== other)
    const id = idOf(other, u)
    for (const wrong of [id, id.replace('_', '-'), id.replace('_', ''), `_${id}`])
      expect(uuidOf(p, wrong)).toBe(NIL_UUID)
  })

  test.prop([fc.string({ unit: 'binary' })])('arbitrary text reads as the nil UUID', (typed) => {
    expect(uuidOf('pr', typed)).toBe(NIL_UUID)
  })

  test.prop([prefix, time])('the schema accepts every id we make and says what it is', (p, now) => {
    expect(Check(IdSchema(p), idOf(p, uuidAt(now)))).toBe(true)
    expect(IdSchema(p)).toMatchObject({ type: 'string', description: expect.stringContaining(`\`${p}_\``) })
  })
})
