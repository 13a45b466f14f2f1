/** What can come to wait for one wallet stays within bounds, however it is raced. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  claim,
  invitationPath,
  newConnectKey,
  newInvitation,
  said,
} from './connection.ts'
import { newDevice } from './device.ts'
import { newOperator } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
let asAgent: Call
beforeAll(async () => {
  world = await sharedWorld()
  const agent = await newAgent(await newOperator(world), { allowed_scopes: ALL_SCOPES })
  asAgent = bearing(world, await agentTokenOf(world, agent))
})

const waiting = async (device_id: string) => {
  const { rows } = await world.database.admin.query(
    `select (select count(*)::int from connect_invitations where device_id = $1 and status = 'pending') as pending,
      (select count(*)::int from connect_keys where device_id = $1 and used_at is null) as open`,
    [uuidOf('dev', device_id)],
  )
  return rows[0] as { pending: number; open: number }
}

test('five keys are open at most: a sixth closes the oldest, even when all are asked for at once', async () => {
  const device = await newDevice(world)
  const keys: string[] = []
  for (let i = 0; i < 6; i++) keys.push(await newConnectKey(device))
  expect(said(await claim(asAgent, keys[0] as string))).toEqual([404, 'connect_key_unknown'])
  expect(said(await claim(asAgent, keys[1] as string))).toEqual([201])
  const many = await Promise.all(Array.from({ length: 20 }, () => device.call('POST', '/v1/connect-keys')))
  expect(many.every((a) => a.status === 201)).toBe(true)
  expect(await waiting(device.device_id)).toEqual({ pending: 1, open: 5 })
})

test('ten invitations wait at most; then the wallet decides on one before it hands out another key', async () => {
  const device = await newDevice(world)
  const ids: string[] = []
  for (let i = 0; i < 10; i++) ids.push((await newInvitation(world, { asAgent, device })).id)
  const refused = await device.call('POST', '/v1/connect-keys')
  expect(said(refused)).toEqual([409, 'too_many_invitations'])
  expect((await device.call('POST', invitationPath(ids[3] as string, 'reject'))).status).toBe(200)
  expect((await device.call('POST', '/v1/connect-keys')).status).toBe(201)
  expect(await waiting(device.device_id)).toEqual({ pending: 9, open: 1 })
})

test('keys issued and claimed at once never lead beyond ten, 10 rounds', async () => {
  const device = await newDevice(world)
  for (let round = 0; round < 10; round++) {
    const issued = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { status, json } = await device.call('POST', '/v1/connect-keys')
        if (status === 201) await claim(asAgent, json.connect_key.key)
      }),
    )
    expect(issued.length).toBe(8)
    const { pending, open } = await waiting(device.device_id)
    expect(pending + open).toBeLessThanOrEqual(10)
  }
  expect((await waiting(device.device_id)).pending).toBe(10)
})

test('nothing that opens a route is kept in clear: neither a key nor a pairing code', async () => {
  const device = await newDevice(world)
  const key = await newConnectKey(device)
  const { code } = (await asAgent('POST', '/v1/pairing/sessions', { body: { scopes: ALL_SCOPES } })).json
  const { rows } = await world.database.admin.query(
    'select k::text as line from connect_keys k union all select p::text from pairing_sessions p',
  )
  const dump = rows.map((r) => r.line).join('\n')
  for (const secret of [key, code]) {
    for (const spelling of [secret, secret.replaceAll('-', '')]) expect(dump).not.toContain(spelling)
  }
})
