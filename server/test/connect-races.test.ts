/** One key, one claim token, one pairing: one outcome each. More: `npm run faults -- one-time`. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent, type TestAgent } from './agent.ts'
import type { Answer } from './call.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  invitationPath,
  newInvitation,
  pairingPath,
  said,
  startPairing,
  type TestPairing,
} from './connection.ts'
import { raceOneConnect, raceOnePairing } from './connection-races.ts'
import { newDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
let operator: Operator
let agents: Call[]
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
  const four: TestAgent[] = []
  for (let i = 0; i < 4; i++) four.push(await newAgent(operator, { allowed_scopes: ALL_SCOPES }))
  const tokens = await Promise.all(Array.from({ length: 64 }, (_, i) => agentTokenOf(world, four[i % 4] as TestAgent)))
  agents = tokens.map((token) => bearing(world, token))
})

test('one Connect Key for 64 agents and its claim token for 64 callers: one winner each, 5 rounds', async () => {
  for (let round = 0; round < 5; round++) await raceOneConnect(world, agents)
})

test('a pairing approved and rejected at once has one outcome, 5 rounds', async () => {
  for (let round = 0; round < 5; round++) await raceOnePairing(world, agents[0] as Call)
})

test('an approved pairing exchanged by 64 callers: one token, and it is the one that lives', async () => {
  const [asAgent, device] = [agents[0] as Call, await newDevice(world)]
  const { pairing_session_id: id, code } = await startPairing(asAgent)
  await device.call('POST', pairingPath(id, 'approve'), { body: { code, scopes: ALL_SCOPES } })
  const raced = await Promise.all(Array.from({ length: 64 }, () => asAgent('POST', pairingPath(id, 'exchange'))))
  const won = raced.filter((a) => a.status === 200)
  expect(won.length).toBe(1)
  expect(new Set(raced.filter((a) => a.status !== 200).map((a) => a.json.error.code))).toEqual(
    new Set(['pairing_spent']),
  )
  const current = await bearing(world, won[0]?.json.connection_token)('GET', '/v1/connections/current')
  expect(current.status).toBe(200)
})

test('an exchange against rejection and suspension: a token only if approved, and the agent active, at the commit', async () => {
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  let version = agent.version
  const set = async (status: string) => {
    const answer = await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, { body: { status, version } })
    version = answer.json.agent.version
    return answer
  }
  for (let round = 0; round < 10; round++) {
    const device = await newDevice(world)
    const { id, asClaimant } = await newInvitation(world, { asAgent, device })
    await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
    const suspends = round % 2 === 0
    const [exchanged] = await Promise.all([
      asClaimant('POST', invitationPath(id, 'exchange')),
      suspends ? set('suspended') : device.call('POST', invitationPath(id, 'reject')),
    ])
    const { connections } = (await device.call('GET', '/v1/connections')).json
    expect(connections.length).toBe(exchanged.status === 200 ? 1 : 0)
    const late = await asClaimant('POST', invitationPath(id, 'exchange'))
    expect(late.status).not.toBe(200)
    if (exchanged.status !== 200) {
      expect(said(exchanged)).toEqual(suspends ? [403, 'agent_not_active'] : [410, 'invitation_rejected'])
    }
    if (suspends) await set('active')
  }
})

/** A change that has begun and not committed, while a call that builds on what it changes arrives. */
const during = async (change: string, of: string, act: () => Promise<Answer>): Promise<Answer> => {
  const client = await world.database.admin.connect()
  try {
    await client.query('begin')
    await client.query(change, [of])
    let done = false
    const answer = act().finally(() => {
      done = true
    })
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => done || ((await world.database.admin.query(waits)).rowCount ?? 0) > 0)
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}
const duringSuspension = (agent_id: string, act: () => Promise<Answer>): Promise<Answer> =>
  during("update agents set status = 'suspended' where agent_id = $1", uuidOf('agt', agent_id), act)

test('the removal of a device that commits first is obeyed by the approval that waited for it', async () => {
  const device = await newDevice(world)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const { pairing_session_id, code } = await startPairing(bearing(world, await agentTokenOf(world, agent)))
  const approval = await during(
    'update devices set revoked_at = now() where device_id = $1',
    uuidOf('dev', device.device_id),
    () => device.call('POST', pairingPath(pairing_session_id, 'approve'), { body: { code, scopes: ALL_SCOPES } }),
  )
  expect(said(approval)).toEqual([409, 'device_revoked'])
})

test('a suspension that commits first is obeyed by the exchange and the approval that waited for it', async () => {
  const device = await newDevice(world)
  const fresh = async () => {
    const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    return { agent_id: agent.agent_id, asAgent: bearing(world, await agentTokenOf(world, agent)) }
  }
  const [one, two, three] = [await fresh(), await fresh(), await fresh()]
  const { id, asClaimant } = await newInvitation(world, { asAgent: one.asAgent, device })
  await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
  const exchanged = await duringSuspension(one.agent_id, () => asClaimant('POST', invitationPath(id, 'exchange')))
  expect(said(exchanged)).toEqual([403, 'agent_not_active'])

  const approve = ({ pairing_session_id, code }: TestPairing) =>
    device.call('POST', pairingPath(pairing_session_id, 'approve'), { body: { code, scopes: ALL_SCOPES } })
  const second = await startPairing(two.asAgent)
  expect(said(await duringSuspension(two.agent_id, () => approve(second)))).toEqual([403, 'agent_not_active'])

  const third = await startPairing(three.asAgent)
  expect((await approve(third)).status).toBe(200)
  const path = pairingPath(third.pairing_session_id, 'exchange')
  const late = await duringSuspension(three.agent_id, () => three.asAgent('POST', path))
  expect(said(late)).toEqual([401, 'credential_invalid'])
})
