/** What an agent's payments come to, one figure per asset: pure, in exact units. Assets are never added up. */
import { formatUnits, parseAmount } from '@pursestrings/protocol/amount'
import type { PaidLately } from '../requests/lists.ts'

const MAX_UNITS = 2n ** 256n

export const spentOf = (
  paid: readonly PaidLately[],
  connection_id: string,
): readonly { readonly asset: string; readonly amount: string }[] => {
  const sums = new Map<string, { units: bigint; asset: string; decimals: number }>()
  for (const { connection_id: of, payment } of paid) {
    if (of !== connection_id) continue
    const { asset, issuer = '', contract = '', decimals, amount } = payment
    const parsed = parseAmount(amount, { decimals, max_units: MAX_UNITS })
    if (!parsed.ok) continue
    const key = `${asset} ${issuer} ${contract}`
    const sum = sums.get(key) ?? { units: 0n, asset, decimals }
    sums.set(key, { ...sum, units: sum.units + parsed.units })
  }
  return [...sums.values()].map(({ units, asset, decimals }) => ({ asset, amount: formatUnits(units, decimals) }))
}
