/** 64 callers for every one-time thing of signing in, and for everything that connects: 100 rounds, one winner each. */
import { describe, expect, test } from 'vitest'
import { agentTokenOf, newAgent, type TestAgent } from '../../server/test/agent.ts'
import { ALL_SCOPES, bearing, type Call } from '../../server/test/connection.ts'
import { raceOneConnect, raceOnePairing } from '../../server/test/connection-races.ts'
import { newOperator } from '../../server/test/operator.ts'
import { madeInAll, raceOneSignIn } from '../../server/test/races.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

/** 64 callers for every one-time thing of signing in, 100 rounds: one winner each. */
describe('signing in', () => {
  const ROUNDS = 100

  test('one winner in every round', { timeout: 600_000 }, async () => {
    const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
    for (let round = 0; round < ROUNDS; round++) await raceOneSignIn(world, `race-${round}@merchant.example`)
    const made = await madeInAll(world)
    await world.stop()
    report('one-time', { rounds: ROUNDS, callers: 64, races: ROUNDS * 3, ...made })
    expect(made).toEqual({ merchants: ROUNDS, accounts: ROUNDS })
  })
})

/** 64 callers for one Connect Key and one claim token, and a pairing approved and rejected at once: 100 rounds. */
describe('connecting', () => {
  const ROUNDS = 100

  test('one outcome in every round', { timeout: 600_000 }, async () => {
    const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
    const agents: TestAgent[] = []
    for (let i = 0; i < 4; i++) {
      agents.push(await newAgent(await newOperator(world), { allowed_scopes: ALL_SCOPES }))
    }
    const tokens = await Promise.all(
      Array.from({ length: 64 }, (_, i) => agentTokenOf(world, agents[i % agents.length] as TestAgent)),
    )
    const calls = tokens.map((token) => bearing(world, token))
    const pairings = { approved: 0, rejected: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      await raceOneConnect(world, calls)
      pairings[await raceOnePairing(world, calls[round % 64] as Call)]++
    }
    const { rows } = await world.database.admin.query('select count(*)::int as connections from connections')
    await world.stop()
    report('connect-races', { rounds: ROUNDS, callers: 64, ...rows[0], pairings })
    expect(rows[0].connections).toBe(ROUNDS + pairings.approved)
  })
})
