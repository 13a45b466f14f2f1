import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  activate,
  agentTokenOf,
  assertionOf,
  credentialPath,
  draftAgent,
  exchange,
  inDays,
  newAgent,
  newCredential,
  newKey,
  opensAsAgent,
  registered,
  type TestAgent,
} from './agent.ts'
import { call } from './call.ts'
import { newOperator, type Operator } from './operator.ts'
import { withinASecond } from './until.ts'
import { startWorld, type World } from './world.ts'

/** An agent proves itself with a signature and gets a token for it, once. */
describe('an agent proves itself', () => {
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
      expect(new Set(lost.map((a) => `${a.status} ${a.json.error.code}`))).toEqual(
        new Set(['409 assertion_jti_reused']),
      )
      expect((await send(other)).status).toBe(409)
    }
  })
})

/** Limits that spare the service and cannot be turned against an agent: nobody else uses up its share. */
describe('limits', () => {
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
})

/** Why a key opens nothing, and how tokens end: at once, with their key, their agent or their time. */
describe('its standing', () => {
  let world: World
  let operator: Operator
  beforeAll(async () => {
    world = await startWorld({ LOG_LEVEL: 'silent' })
    operator = await newOperator(world)
  })
  afterAll(() => world.stop())

  const setStatus = (agent_id: string, status: string, version: number) =>
    operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status, version } })

  const databaseNow = async (): Promise<number> => Number((await rows('select extract(epoch from now()) as s'))[0].s)
  const rows = async (query: string, values: unknown[] = []) => (await world.database.admin.query(query, values)).rows

  /** As the passing of time would; what is proven is otherwise kept by a trigger. */
  const expire = (credential_id: string) =>
    world.database.admin.query(
      `do $$ begin set local session_replication_role = replica;
      update agent_credentials set not_before = now() - interval '1 day', expires_at = now()
      where credential_id = '${uuidOf('crd', credential_id)}'; end $$`,
    )

  test('whoever holds a key hears why it opens nothing; nobody else does', async () => {
    const reasonFor = async (signer: Parameters<typeof assertionOf>[0]) => {
      const stranger = { ...signer, private_key: newKey().private_key }
      expect((await exchange(world, assertionOf(stranger))).json.error?.code).toBe('assertion_invalid')
      const { status, json } = await exchange(world, assertionOf(signer))
      expect([status, json.error?.code]).toEqual([403, 'credential_revoked'])
      return json.error.reason
    }
    const draft = await draftAgent(operator)
    const key = newKey()
    const pending = await registered(operator, draft, key)
    const signer = { ...key, agent_id: draft, kid: pending.credential.kid }
    expect(await reasonFor(signer)).toBe('credential_pending')
    expect((await activate(operator, pending, key)).status).toBe(200)
    expect(await reasonFor(signer)).toBe('agent_draft')

    const early = { ...newKey(), agent_id: draft, kid: 'early' }
    const later = await registered(operator, draft, early, { kid: 'early', not_before: inDays(1) })
    expect((await activate(operator, later, early)).status).toBe(200)
    expect(await reasonFor(early)).toBe('credential_not_yet_valid')

    const one = await newAgent(operator)
    await setStatus(one.agent_id, 'suspended', one.version)
    expect(await reasonFor(one)).toBe('agent_suspended')
    await setStatus(one.agent_id, 'retired', one.version + 1)
    expect(await reasonFor(one)).toBe('agent_retired')

    const two = await newAgent(operator)
    await expire(two.credential_id)
    expect(await reasonFor(two)).toBe('credential_expired')
    await operator.call('DELETE', credentialPath({ ...two, status: '' }))
    expect(await reasonFor(two)).toBe('credential_revoked')
  })

  test('a token dies with the answer to its credential being revoked, its agent suspended or retired', async () => {
    const deaths: ((a: TestAgent) => Promise<unknown>)[] = [
      (a) => operator.call('DELETE', credentialPath({ ...a, status: '' })),
      (a) => setStatus(a.agent_id, 'suspended', a.version),
      (a) => setStatus(a.agent_id, 'retired', a.version),
      (a) => expire(a.credential_id),
    ]
    for (const die of deaths) {
      const mortal = await newAgent(operator)
      const tokens = [await agentTokenOf(world, mortal), await agentTokenOf(world, mortal)]
      for (const token of tokens) expect(await opensAsAgent(world, token)).toBe(true)
      await die(mortal)
      for (const token of tokens) expect(await opensAsAgent(world, token)).toBe(false)
    }
  })

  test("revoking one of two credentials leaves the other's tokens alive", async () => {
    const two_keys = await newAgent(operator)
    const second = await newCredential(operator, two_keys.agent_id)
    const token = await agentTokenOf(world, { ...second, agent_id: two_keys.agent_id, kid: second.credential.kid })
    await operator.call('DELETE', credentialPath({ ...two_keys, status: '' }))
    expect(await opensAsAgent(world, token)).toBe(true)
  })

  test('a token is alive 9 min 59 s after it was issued and dead after 10 min 1 s, by the clock of the database', async () => {
    for (const [seconds, expected] of [
      [599, true],
      [601, false],
    ] as const) {
      const aged = await newAgent(operator)
      const opened = await withinASecond(databaseNow, async () => {
        const token = await agentTokenOf(world, aged)
        await rows('update agent_tokens set expires_at = expires_at - make_interval(secs => $1) where agent_id = $2', [
          seconds,
          uuidOf('agt', aged.agent_id),
        ])
        return opensAsAgent(world, token)
      })
      expect(opened).toBe(expected)
    }
  })

  test('what ended a day ago is forgotten, and no spent assertion that could still be sent', async () => {
    const [old, fresh] = [await newAgent(operator), await newAgent(operator)]
    const assertion = assertionOf(fresh)
    expect((await exchange(world, assertion)).status).toBe(200)
    await agentTokenOf(world, old)
    await rows("update agent_tokens set expires_at = now() - interval '25 hours' where agent_id = $1", [
      uuidOf('agt', old.agent_id),
    ])
    await world.runJob('spent-credentials')
    const left = await rows('select agent_id from agent_tokens where agent_id = any($1)', [
      [uuidOf('agt', old.agent_id), uuidOf('agt', fresh.agent_id)],
    ])
    expect(left).toEqual([{ agent_id: uuidOf('agt', fresh.agent_id) }])
    expect((await exchange(world, assertion)).status).toBe(409)
  })
})
