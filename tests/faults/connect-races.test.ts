/** 64 callers for one Connect Key and one claim token, and a pairing approved and rejected at once: 100 rounds. */
import { expect, test } from 'vitest'
import { agentTokenOf, newAgent, type TestAgent } from '../../server/test/agent.ts'
import { ALL_SCOPES, bearing, type Call } from '../../server/test/connection.ts'
import { raceOneConnect, raceOnePairing } from '../../server/test/connection-races.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

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
