/** A wallet sees the keys of an agent where it approves it, so that nobody can pass another key off as the agent's later. */
import { beforeAll, expect, test } from 'vitest'
import { agentTokenOf, credentialPath, newAgent, newCredential, newKey, registered } from './agent.ts'
import {
  ALL_SCOPES,
  bearing,
  connectionPath,
  invitationPath,
  newConnection,
  newInvitation,
  startPairing,
} from './connection.ts'
import { newDevice } from './device.ts'
import { newOperator } from './operator.ts'
import { newOwnAgent } from './own-agent.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await sharedWorld()
})

const keyOf = ({ kid, public_key }: { kid: string; public_key: string }) => ({ kid, public_key })

const newStage = async () => {
  const operator = await newOperator(world)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const device = await newDevice(world)
  return { operator, agent, device, asAgent: bearing(world, await agentTokenOf(world, agent)) }
}

test('an invitation shows the keys of its agent to the wallet that is to decide, and to nobody else', async () => {
  const { agent, device, asAgent } = await newStage()
  const { id, invitation, asClaimant } = await newInvitation(world, { asAgent, device })
  const shown = (await device.call('GET', invitationPath(id))).json.connect_invitation
  expect(shown.agent_keys).toEqual([keyOf(agent)])
  expect((await device.call('GET', '/v1/connect-invitations')).json.connect_invitations[0].agent_keys).toEqual([
    keyOf(agent),
  ])
  for (const other of [invitation, (await asClaimant('GET', invitationPath(id))).json.connect_invitation])
    expect(other).not.toHaveProperty('agent_keys')
  await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
  expect((await device.call('GET', invitationPath(id))).json.connect_invitation).not.toHaveProperty('agent_keys')
})

test('a pairing shows them where the code is looked up, and a connection where the wallet reads it', async () => {
  const { agent, device, asAgent, operator } = await newStage()
  const { code } = await startPairing(asAgent)
  const looked = await device.call('POST', '/v1/pairing/lookups', { body: { code } })
  expect(looked.json.pairing_session.agent_keys).toEqual([keyOf(agent)])
  const { connection_id, call } = await newConnection(world, { operator, agent, device })
  const read = await device.call('GET', connectionPath(connection_id))
  expect(read.json.connection.agent_keys).toEqual([keyOf(agent)])
  expect((await call('GET', connectionPath('current'))).json.connection).not.toHaveProperty('agent_keys')
  expect((await device.call('GET', '/v1/connections')).json.connections[0]).not.toHaveProperty('agent_keys')
})

test('a key that is not proven, or was revoked, is shown to no wallet; a new one is, beside the old', async () => {
  const { agent, device, operator } = await newStage()
  const { connection_id } = await newConnection(world, { operator, agent, device })
  const shown = async () => (await device.call('GET', connectionPath(connection_id))).json.connection.agent_keys
  await registered(operator, agent.agent_id, newKey())
  expect(await shown()).toEqual([keyOf(agent)])
  const next = await newCredential(operator, agent.agent_id)
  const added = { kid: next.credential.kid, public_key: next.public_key }
  expect(await shown()).toEqual([keyOf(agent), added])
  const { agent_id, credential_id } = agent
  const old = credentialPath({ agent_id, credential_id } as Parameters<typeof credentialPath>[0])
  expect((await operator.call('DELETE', old)).status).toBe(200)
  expect(await shown()).toEqual([added])
})

test("an agent of the wallet's own shows the key that it enrolled with", async () => {
  const device = await newDevice(world)
  const own = await newOwnAgent(world, device)
  const read = await device.call('GET', connectionPath(own.connection_id))
  expect(read.json.connection.agent_keys).toEqual([keyOf(own)])
})
