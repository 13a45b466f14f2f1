import { expect, test } from 'vitest'
import { openGates } from './gates.ts'
import { playMany, toldOf } from './play-many.ts'
import { playSchedule } from './schedule.ts'

/** The whole run has ten thousand. */
const SCHEDULES = 12

test('in a few random schedules, x402 is paid once, as approved, and everybody knows', async () => {
  const { failed, counted } = await playMany({ first_seed: 1, schedules: SCHEDULES })
  expect(failed.map(toldOf)).toEqual([])
  expect(counted['paid']).toBeGreaterThan(0)
})

test('a seed plays the same schedule each time', async () => {
  const gates = openGates()
  const [first, second] = [await playSchedule(3, gates), await playSchedule(3, gates)]
  gates.close()
  expect(second).toEqual(first)
})
