/**
 * Decides what an amount is (specification 2.1): an exact decimal string in ASCII, read into whole base
 * units of the asset and written back, never through Number. At most 78 digits in all, which is what 2^256 - 1 needs.
 */

/** 78 digits and the point. */
export const AMOUNT_LENGTH_MAX = 79

/**
 * No sign, no exponent, no leading zeros but a single 0 before the point, at least one non-zero digit. A text of the
 * greatest length must spend one character on the point, hence no run of 79 digits.
 */
export const AMOUNT_PATTERN = '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$'

export type ParsedAmount =
  | { ok: true; units: bigint }
  | { ok: false; reason: 'not_an_amount' | 'too_many_decimals' | 'too_large' }

const AMOUNT = new RegExp(AMOUNT_PATTERN, 'u')

/**
 * Decimals count as written: `1.00` has two, so an asset of one decimal refuses it. To forgive trailing zeros would give
 * one amount many texts that pass, while the text itself is what is stored, signed and compared.
 *
 * Length comes first: BigInt of a million digits takes a quarter of a second.
 */
export function parseAmount(
  text: string,
  { decimals, max_units }: { decimals: number; max_units: bigint },
): ParsedAmount {
  if (text.length > AMOUNT_LENGTH_MAX || !AMOUNT.test(text)) return { ok: false, reason: 'not_an_amount' }
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length > decimals) return { ok: false, reason: 'too_many_decimals' }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > max_units ? { ok: false, reason: 'too_large' } : { ok: true, units }
}

/** The shortest text of the amount. Zero gives `0`, which is for display: it is not an amount anyone can ask for. */
export function formatUnits(units: bigint, decimals: number): string {
  if (units < 0n) throw new RangeError(`amounts have no sign: ${units}`)
  const digits = units.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`
}
