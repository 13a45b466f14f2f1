import { fc, test } from '@fast-check/vitest'
import { AMOUNT_LENGTH_MAX, formatUnits, parseAmount } from '@pursestrings/protocol/amount'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { expect } from 'vitest'
import { Amount } from './amount.ts'
import { amount, decimals, EVM_MAX, HOSTILE, max_units, scan, text } from './amount.vectors.ts'

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
