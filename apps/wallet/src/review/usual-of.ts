/**
 * What a payee was usually paid, and how an amount compares with it: pure, in exact units. Only payments that this wallet made, in the same
 * asset, and whose facts were checked.
 */
import { parseAmount } from '@pursestrings/protocol/amount'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import type { Paid } from './review-of.ts'

export interface Usual {
  /** `far_above`: at least three times the most it was ever paid. */
  readonly is: 'within' | 'above' | 'far_above'
  readonly least: string
  readonly most: string
  /** How many payments these are, and how many of them this agent asked for. */
  readonly count: number
  readonly of_agent: number
  /** How many times the most, rounded down. */
  readonly factor: number
  /** Where it stands on a line from nothing to what is shown, with the usual range: shares of one. */
  readonly line: { readonly from: number; readonly to: number; readonly at: number }
}

const FAR_ABOVE = 3n
const MAX_UNITS = 2n ** 256n

export const usualOf = (
  { connection_id, payment: { amount, asset, decimals } }: CheckedFacts,
  paid: readonly Paid[],
): Usual | undefined => {
  const unitsOf = (text: string): bigint | undefined => {
    const parsed = parseAmount(text, { decimals, max_units: MAX_UNITS })
    return parsed.ok ? parsed.units : undefined
  }
  const asked = unitsOf(amount)
  const before = paid
    .filter((one) => one.asset === asset)
    .flatMap((one) => {
      const units = unitsOf(one.amount)
      return units === undefined ? [] : [{ ...one, units }]
    })
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0))
  const [least] = before
  const most = before.at(-1)
  if (asked === undefined || least === undefined || most === undefined) return undefined
  const end = asked > most.units ? asked : most.units
  // Only for the picture: a share needs no exact number.
  const share = (units: bigint): number => Number((units * 1000n) / end) / 1000
  return {
    is: asked >= most.units * FAR_ABOVE ? 'far_above' : asked > most.units ? 'above' : 'within',
    least: least.amount,
    most: most.amount,
    count: before.length,
    of_agent: before.filter((one) => one.connection_id === connection_id).length,
    factor: Number(asked / most.units),
    line: { from: share(least.units), to: share(most.units), at: share(asked) },
  }
}
