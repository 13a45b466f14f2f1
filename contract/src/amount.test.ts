import { fc, test } from '@fast-check/vitest'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { expect } from 'vitest'
import { AMOUNT_LENGTH_MAX, Amount, formatUnits, type ParsedAmount, parseAmount } from './amount.ts'

const EVM_MAX = 2n ** 256n - 1n
const wide = { decimals: 255, max_units: 10n ** 400n }

/** The same rules written a second time as a scanner over characters, so that a slip in the pattern is seen. */
function scan(text: string, decimals: number, max_units: bigint): ParsedAmount {
  const notAnAmount: ParsedAmount = { ok: false, reason: 'not_an_amount' }
  let digits = 0
  let fractionDigits = 0
  let point = -1
  let value = 0n
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 46) {
      if (point >= 0 || at === 0 || at === text.length - 1) return notAnAmount
      point = at
      continue
    }
    if (code < 48 || code > 57) return notAnAmount
    if (at === 1 && text.charCodeAt(0) === 48) return notAnAmount
    digits++
    if (digits > 78) return notAnAmount
    if (point >= 0) fractionDigits++
    value = value * 10n + BigInt(code - 48)
  }
  if (value === 0n) return notAnAmount
  if (fractionDigits > decimals) return { ok: false, reason: 'too_many_decimals' }
  const units = value * 10n ** BigInt(decimals - fractionDigits)
  return units > max_units ? { ok: false, reason: 'too_large' } : { ok: true, units }
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0012345678999')), minLength: min, maxLength: max })
const whole = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...Array.from('123456789')), digits(0, 30)).map((p) => p.join('')),
)
const amount = fc.oneof(
  whole,
  fc.tuple(whole, digits(1, 30)).map((p) => p.join('.')),
)
const atTheLimit = fc
  .tuple(digits(76, 80), fc.nat({ max: 80 }))
  .map(([d, point]) => `1${d.slice(0, point)}.${d.slice(point)}`.replace(/\.$/, ''))
const stray = fc.constantFrom(...Array.from('.0159eE+-_, \n\t\0xn１٣०²．٫−\u200b\ufeff'))
const nearAmount = fc
  .tuple(amount, stray, fc.nat({ max: 40 }), fc.boolean())
  .map(([text, c, at, replaces]) => text.slice(0, at) + c + text.slice(replaces ? at + 1 : at))
const HOSTILE = [
  ['1e3', '1E3', '1e-3', '+1', '-1', '01', '00', '00.1', '.5', '1.', '.', '', '0', '0.0', '0.000', '1.2.3', '1..2'],
  ['١٢', '１', '１.5', '1\0', '\x001', ' 1', '1 ', '1\n', '\t1', '1,5', '1_000', '0x10', '0b1', '0o7', '1n'],
  ['NaN', 'Infinity', 'null', '1/2', '1%', '½', 'Ⅷ', '1\u0300', '1\u200b', '\ufeff1', '1\ud800', '1🙂'],
].flat()
const text = fc.oneof(
  { weight: 4, arbitrary: amount },
  { weight: 4, arbitrary: nearAmount },
  { weight: 2, arbitrary: atTheLimit },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...Array.from('0123456789.')), maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
)
const decimals = fc.constantFrom(0, 1, 2, 6, 7, 8, 9, 12, 18, 24, 30, 77, 255)
const max_units = fc.constantFrom(2n ** 63n - 1n, 2n ** 64n - 1n, 10n ** 17n, 21n * 10n ** 14n, EVM_MAX)

test.prop([text, decimals, max_units], { numRuns: 200_000 })(
  'the parser agrees with an independent scanner on 200,000 texts (A10)',
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
  const took = Array.from({ length: 5 }, () => {
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
