/** Callers that find no place are spread over the seconds that follow, and a few of them wait no longer than needed. */
import { expect, test } from 'vitest'
import { createReturnTimes, RETURN_S_MAX, RETURNS_PER_S } from './admission.ts'

const at = (ms: number) => {
  const clock = { ms }
  const next = createReturnTimes(() => clock.ms)
  return { clock, many: (n: number) => Array.from({ length: n }, next) }
}
const countsOf = (waits: readonly number[]) =>
  Object.fromEntries([...Map.groupBy(waits, (wait) => wait)].map(([wait, all]) => [wait, all.length]))

test('a few come again after a second, more of them a second later each', () => {
  const { many } = at(12_345)
  expect(countsOf(many(RETURNS_PER_S))).toEqual({ 1: RETURNS_PER_S })
  expect(countsOf(many(2 * RETURNS_PER_S + 5))).toEqual({ 2: RETURNS_PER_S, 3: RETURNS_PER_S, 4: 5 })
})

test('a second that has come is free again, one that is still to come is not', () => {
  const { clock, many } = at(0)
  many(3 * RETURNS_PER_S)
  clock.ms = 1_000
  // What was the second one is the first now.
  expect(countsOf(many(RETURNS_PER_S))).toEqual({ 3: RETURNS_PER_S })
  clock.ms = 60_000
  expect(countsOf(many(1))).toEqual({ 1: 1 })
})

test('nobody waits longer than the longest time, however many there are', () => {
  const { many } = at(500)
  many(RETURN_S_MAX * RETURNS_PER_S)
  const waits = many(1_000)
  expect(Math.min(...waits)).toBe(1)
  expect(Math.max(...waits)).toBe(RETURN_S_MAX)
})
