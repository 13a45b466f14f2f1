/** 64 callers for one proof of a key, 100 rounds: one activation each; and two writers of one version, 500 rounds. */
import { expect, test } from 'vitest'
import { activate, draftAgent, newKey, registered } from '../../server/test/agent.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const RACES = 100
const CALLERS = 64
const ROUNDS = 500

test('one activation in every round, and as many versions as accepted updates', { timeout: 600_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
  const operator = await newOperator(world)
  const answers = new Map<string, number>()
  for (let race = 0; race < RACES; race++) {
    const key = newKey()
    const made = await registered(operator, await draftAgent(operator), key)
    const raced = await Promise.all(Array.from({ length: CALLERS }, () => activate(operator, made, key)))
    for (const { status, json } of raced) {
      const said = `${status} ${json.error?.code ?? ''}`.trim()
      answers.set(said, (answers.get(said) ?? 0) + 1)
    }
  }
  const { rows } = await world.database.admin.query(
    "select count(*)::int as lines, count(distinct target)::int as credentials from audit_events where action = 'agent_credential.activated'",
  )

  const agent_id = await draftAgent(operator)
  let accepted = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const body = { name: `Agent ${round}`, version: round }
    const writers = [0, 1].map(() => operator.call('PATCH', `/v1/agents/${agent_id}`, { body }))
    accepted += (await Promise.all(writers)).filter((a) => a.status === 200).length
  }
  const { version } = (await operator.call('GET', `/v1/agents/${agent_id}`)).json.agent
  await world.stop()
  report('credential-challenge', { races: RACES, callers: CALLERS, ...rows[0], rounds: ROUNDS, accepted, version })
  expect(Object.fromEntries(answers)).toEqual({ 200: RACES, '410 challenge_spent': RACES * (CALLERS - 1) })
  expect(rows[0]).toEqual({ lines: RACES, credentials: RACES })
  expect([accepted, version]).toEqual([ROUNDS, ROUNDS + 1])
})
