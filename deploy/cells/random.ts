/** The same numbers for the same seed. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number
  /** With this mean, as the time between things that happen independently. */
  wait(mean: number): number
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, wait: (mean) => -Math.log(1 - next()) * mean }
}
