/** 64 callers for every one-time thing of signing in, 100 rounds: one winner each. */
import { expect, test } from 'vitest'
import { madeInAll, raceOneSignIn } from '../../server/test/races.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const ROUNDS = 100

test('one winner in every round', { timeout: 600_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
  for (let round = 0; round < ROUNDS; round++) await raceOneSignIn(world, `race-${round}@merchant.example`)
  const made = await madeInAll(world)
  await world.stop()
  report('one-time', { rounds: ROUNDS, callers: 64, races: ROUNDS * 3, ...made })
  expect(made).toEqual({ merchants: ROUNDS, accounts: ROUNDS })
})
