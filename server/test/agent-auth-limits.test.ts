/** Limits that spare the service and cannot be turned against an agent: nobody else uses up its share. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertionOf, exchange, newAgent, newKey, type TestAgent } from './agent.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let world: World
let agent: TestAgent
let sibling: TestAgent
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1' })
  const operator = await newOperator(world)
  agent = await newAgent(operator)
  sibling = await newAgent(operator)
})
afterAll(() => world.stop())

test('an agent gets 60 tokens a minute; forged assertions in its name take none of them, and a refused one is not burnt', async () => {
  const forged = { ...agent, private_key: newKey().private_key }
  for (let i = 0; i < 100; i++) expect((await exchange(world, assertionOf(forged))).status).toBe(401)
  const statuses = []
  for (let i = 0; i < 60; i++) statuses.push((await exchange(world, assertionOf(agent))).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await exchange(world, assertionOf(agent, { claims: { jti: 'kept' } }))
  expect([refused.status, refused.json.error?.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const { rowCount } = await world.database.admin.query("select from agent_tokens where jti = 'kept'")
  expect(rowCount).toBe(0)
  expect((await exchange(world, assertionOf(sibling))).status).toBe(200)
})

test('an address sends 600 assertions a minute, whatever they are', async () => {
  const { headers } = await exchange(world, 'nonsense')
  expect(headers.get('ratelimit-policy')).toBe('"agent_auth";q=600;w=60')
  const left = Number(/r=(\d+)/.exec(headers.get('ratelimit') as string)?.[1])
  expect(left).toBeGreaterThan(0)
  for (let i = 0; i < left; i++) expect((await exchange(world, 'nonsense')).status).toBe(401)
  expect((await exchange(world, assertionOf(sibling))).json.error?.code).toBe('rate_limited')
})
