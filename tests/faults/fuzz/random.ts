/** Numbers that look random and are the same for the same seed, so that what was found is found again. */
export interface Random {
  /** From 0 to one less than the limit. */
  below(limit: number): number
  chance(of_one: number): boolean
  pick<T>(list: readonly T[]): T
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (of_one) => next() < of_one,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
  }
}

/** A seed for each part of a run, so that one part can be repeated without the ones before it. */
export const seedFor = (seed: number, name: string): number => {
  let mixed = seed >>> 0
  for (const letter of name) mixed = (Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return mixed
}
