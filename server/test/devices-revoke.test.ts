/** A lost or sold device is removed: its token and its connections end together. */
import { beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import { ALL_SCOPES, bearing, invitationPath, newConnection, newInvitation, said } from './connection.ts'
import { deviceOf, newDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
})

const CURRENT = '/v1/app-devices/current'

test('a removed device opens nothing, its connections are revoked, and other devices notice nothing', async () => {
  const [device, bystander] = [await newDevice(world), await newDevice(world)]
  const mine = [await newConnection(world, { operator, device }), await newConnection(world, { operator, device })]
  const theirs = await newConnection(world, { operator, device: bystander })
  const { token } = (await device.call('POST', `/v1/app-devices/${device.device_id}/rotate-token`)).json
  const revoked = await device.call('DELETE', CURRENT)
  expect([revoked.status, revoked.json.connections_ended]).toEqual([200, 2])
  expect(revoked.json.device.revoked_at).toEqual(expect.any(String))
  for (const dead of [device, deviceOf(world, { ...device, token })]) {
    expect(said(await dead.call('GET', CURRENT))).toEqual([401, 'credential_invalid'])
  }
  for (const { call } of mine) {
    expect(said(await call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
  }
  expect((await theirs.call('GET', '/v1/connections/current')).status).toBe(200)
  expect((await bystander.call('GET', CURRENT)).status).toBe(200)
})

test('what a device approved before it was removed does not become a connection', async () => {
  const device = await newDevice(world)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  const { id, asClaimant } = await newInvitation(world, { asAgent, device })
  expect((await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })).status).toBe(200)
  expect((await device.call('DELETE', CURRENT)).status).toBe(200)
  expect(said(await asClaimant('POST', invitationPath(id, 'exchange')))).toEqual([409, 'device_revoked'])
})
