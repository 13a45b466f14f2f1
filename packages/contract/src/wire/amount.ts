/** An amount as a field of a record. */
import { AMOUNT_LENGTH_MAX, AMOUNT_PATTERN } from '@pursestrings/protocol/amount'
import { type Static, Type } from 'typebox'

export const Amount = Type.String({
  'x-input': 'amount',
  'x-rule':
    'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
  minLength: 1,
  maxLength: AMOUNT_LENGTH_MAX,
  pattern: AMOUNT_PATTERN,
  description:
    'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 ' +
    'before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more ' +
    'than the decimals of the asset.',
  examples: ['12.50'],
})
export type Amount = Static<typeof Amount>
