/** An agent proves itself with a signature and gets a token for it, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertionOf, exchange, newAgent, newCredential, opensAsAgent, type TestAgent } from './agent.ts'
import { call } from './call.ts'
import { newOperator, type Operator } from './operator.ts'
import { withinASecond } from './until.ts'
import { startWorld, type World } from './world.ts'

let world: World
let operator: Operator
let agent: TestAgent
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent' })
  operator = await newOperator(world)
  agent = await newAgent(operator)
})
afterAll(() => world.stop())

const databaseNow = async (): Promise<number> =>
  Number((await world.database.admin.query('select extract(epoch from now()) as s')).rows[0].s)

test('an assertion gives a bearer token of ten minutes that opens the routes of agents', async () => {
  const answer = await exchange(world, assertionOf(agent))
  expect([answer.status, answer.json]).toEqual([
    200,
    { ok: true, agent_token: expect.stringMatching(/^svc_agent_/), token_type: 'Bearer', expires_in: 600 },
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await opensAsAgent(world, answer.json.agent_token)).toBe(true)
})

test('the use of a key is noted, to the minute, and of no other key', async () => {
  const mine = await newAgent(operator)
  const other = await newCredential(operator, mine.agent_id)
  expect((await exchange(world, assertionOf(mine))).status).toBe(200)
  const used = async () => {
    const { credentials } = (await operator.call('GET', `/v1/agents/${mine.agent_id}`)).json
    return Object.fromEntries(
      credentials.map((c: { kid: string; last_used_at: string | null }) => [c.kid, c.last_used_at]),
    )
  }
  const first = await used()
  expect([first[mine.kid], first[other.credential.kid]]).toEqual([expect.any(String), null])
  expect((await exchange(world, assertionOf(mine))).status).toBe(200)
  expect(await used()).toEqual(first)
})

test('both names of the algorithm, the longest jti, fractions of a second and further claims are taken', async () => {
  for (const changed of [
    { header: { alg: 'Ed25519' } },
    { claims: { jti: '~'.repeat(128) } },
    { claims: { jti: '!' } },
    { now_s: Math.floor(Date.now() / 1000) + 0.5 },
    { claims: { scope: 'anything', nbf: Math.floor(Date.now() / 1000) } },
  ]) {
    expect((await exchange(world, assertionOf(agent, changed))).status).toBe(200)
  }
})

test('two keys of one agent both serve, and one jti is spent for both', async () => {
  const second = await newCredential(operator, agent.agent_id)
  const signer = { ...second, agent_id: agent.agent_id, kid: second.credential.kid }
  expect((await exchange(world, assertionOf(agent, { claims: { jti: 'shared' } }))).status).toBe(200)
  const reused = await exchange(world, assertionOf(signer, { claims: { jti: 'shared' } }))
  expect([reused.status, reused.json.error.code]).toEqual([409, 'assertion_jti_reused'])
  expect((await exchange(world, assertionOf(signer))).status).toBe(200)
})

test('agents do not share names of assertions: the same jti serves another agent', async () => {
  const other = await newAgent(await newOperator(world))
  for (const signer of [agent, other]) {
    expect((await exchange(world, assertionOf(signer, { claims: { jti: 'same' } }))).status).toBe(200)
  }
})

test.for([
  ['iat', 9, 200],
  ['iat', 11, 401],
  ['iat', 61, 401],
  ['nbf', 9, 200],
  ['nbf', 11, 401],
  ['nbf', 61, 401],
  ['exp', -9, 200],
  ['exp', -11, 401],
  ['exp', -61, 401],
] as const)('%s at %i s from the clock of the database answers %i', async ([claim, offset, status]) => {
  const { asked_at: now, answer } = await withinASecond(databaseNow, async () => {
    const asked_at = await databaseNow()
    const claims = {
      iat: { iat: asked_at + offset, exp: asked_at + offset + 60 },
      nbf: { iat: asked_at, nbf: asked_at + offset, exp: asked_at + 100 },
      exp: { iat: asked_at + offset - 40, exp: asked_at + offset },
    }[claim]
    return { asked_at, answer: await exchange(world, assertionOf(agent, { claims })) }
  })
  expect([answer.status, answer.json.error?.code]).toEqual([
    status,
    status === 200 ? undefined : 'assertion_clock_skew',
  ])
  if (status === 200) return
  expect(answer.json.error.claim).toBe(claim)
  expect(Math.abs(Date.parse(answer.json.error.server_time) / 1000 - now)).toBeLessThan(5)
})

test('an assertion opens once: on two services, 50 times each at once, and again later', async () => {
  const other = (await world.another()).url as string
  for (let round = 0; round < 5; round++) {
    const assertion = assertionOf(agent)
    const send = (base: string) => exchange({ call: (...given) => call(base, ...given) }, assertion)
    const sent = Array.from({ length: 100 }, (_, i) => send(i % 2 === 0 ? world.url : other))
    const answers = await Promise.all(sent)
    expect(answers.filter((a) => a.status === 200).length).toBe(1)
    const lost = answers.filter((a) => a.status !== 200)
    expect(new Set(lost.map((a) => `${a.status} ${a.json.error.code}`))).toEqual(new Set(['409 assertion_jti_reused']))
    expect((await send(other)).status).toBe(409)
  }
})
