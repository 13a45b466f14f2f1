/** Exact sums of the API's decimal texts. */
const unitsOf = (amount: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}

const textOf = (units: bigint, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** `a` less `b`, and nothing where that is below zero. */
export const less = (a: string, b: string, decimals: number): string => {
  const units = unitsOf(a, decimals) - unitsOf(b, decimals)
  return textOf(units > 0n ? units : 0n, decimals)
}

export const sum = (amounts: readonly string[]): string => {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return textOf(
    amounts.reduce((units, amount) => units + unitsOf(amount, decimals), 0n),
    decimals,
  )
}

export const isAmount = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text)

export const isMore = (a: string, b: string, decimals: number): boolean => unitsOf(a, decimals) > unitsOf(b, decimals)
