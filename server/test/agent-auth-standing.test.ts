/** Why a key opens nothing, and how tokens end: at once, with their key, their agent or their time. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { newOperator, type Operator } from './operator.ts'
import { withinASecond } from './until.ts'
import { startWorld, type World } from './world.ts'

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
