/** The rules of amounts written a second time, and texts at which the two could disagree. */

import type { ParsedAmount } from '@pursestrings/protocol/amount'
import fc from 'fast-check'

export const EVM_MAX = 2n ** 256n - 1n

/** The same rules written a second time as a scanner over characters, so that a slip in the pattern is seen. */
export function scan(text: string, decimals: number, max_units: bigint): ParsedAmount {
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
export const amount = fc.oneof(
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
export const HOSTILE = [
  ['1e3', '1E3', '1e-3', '+1', '-1', '01', '00', '00.1', '.5', '1.', '.', '', '0', '0.0', '0.000', '1.2.3', '1..2'],
  ['١٢', '１', '１.5', '1\0', '\x001', ' 1', '1 ', '1\n', '\t1', '1,5', '1_000', '0x10', '0b1', '0o7', '1n'],
  ['NaN', 'Infinity', 'null', '1/2', '1%', '½', 'Ⅷ', '1\u0300', '1\u200b', '\ufeff1', '1\ud800', '1🙂'],
].flat()
export const text = fc.oneof(
  { weight: 4, arbitrary: amount },
  { weight: 4, arbitrary: nearAmount },
  { weight: 2, arbitrary: atTheLimit },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...Array.from('0123456789.')), maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
)
export const decimals = fc.constantFrom(0, 1, 2, 6, 7, 8, 9, 12, 18, 24, 30, 77, 255)
export const max_units = fc.constantFrom(2n ** 63n - 1n, 2n ** 64n - 1n, 10n ** 17n, 21n * 10n ** 14n, EVM_MAX)
