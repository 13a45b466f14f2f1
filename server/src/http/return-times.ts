/**
 * When a caller that found no place should come again. So many may come in each second, the next ones a second later: a few wait
 * for a second, thousands for longer, and however many there are, refusing them again takes little of what the process can do.
 */
export const RETURNS_PER_S = 200
export const RETURN_S_MAX = 10

/** Gives the seconds that the next caller should wait. */
export const createReturnTimes = (now: () => number = () => performance.now()): (() => number) => {
  /** How many were told to come in each of the next seconds. */
  const due = Array.from({ length: RETURN_S_MAX + 1 }, () => 0)
  let second = Math.floor(now() / 1000)
  const placeOf = (s: number): number => s % due.length
  return () => {
    const current = Math.floor(now() / 1000)
    if (current - second > RETURN_S_MAX) due.fill(0)
    else for (; second < current; second++) due[placeOf(second)] = 0
    second = current
    for (let wait = 1; wait <= RETURN_S_MAX; wait++) {
      const place = placeOf(second + wait)
      const count = due[place] as number
      if (count >= RETURNS_PER_S) continue
      due[place] = count + 1
      return wait
    }
    return 1 + Math.floor(Math.random() * RETURN_S_MAX)
  }
}
