/** What a merchant sees of its agents' connections, and how it ends one. */
import { beforeAll, expect, test } from 'vitest'
import { newAgent, type TestAgent } from './agent.ts'
import { ALL_SCOPES, connectionPath, newConnection, said, type TestConnection } from './connection.ts'
import { raceChange } from './connection-races.ts'
import { newMerchantKey } from './merchant-key.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

const CONNECTIONS = '/v1/connections'
let world: World
let operator: Operator
let agent: TestAgent
let connections: TestConnection[]
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
  agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  connections = []
  for (let i = 0; i < 3; i++) connections.push(await newConnection(world, { operator, agent }))
  connections.push(await newConnection(world, { operator }))
  const [first] = connections as [TestConnection]
  await first.device.call('PATCH', connectionPath(first.connection_id), { body: { status: 'paused' } })
})

const idsOf = ({ json }: { json: { connections: { connection_id: string }[] } }) =>
  json.connections.map((one) => one.connection_id)

test('all of them, newest first, by agent and by status, with counts that the status does not narrow', async () => {
  const ids = connections.map((one) => one.connection_id).toReversed()
  const all = await operator.call('GET', CONNECTIONS)
  expect([idsOf(all), all.json.counts]).toEqual([ids, { active: 3, paused: 1, revoked: 0 }])
  const paused = await operator.call('GET', `${CONNECTIONS}?status=paused`)
  expect([idsOf(paused), paused.json.counts]).toEqual([[ids[3]], { active: 3, paused: 1, revoked: 0 }])
  const asked = await operator.call('GET', `${CONNECTIONS}?asked_by=${agent.agent_id}`)
  expect([idsOf(asked), asked.json.counts]).toEqual([ids.slice(1), { active: 2, paused: 1, revoked: 0 }])
  const first = await operator.call('GET', `${CONNECTIONS}?limit=3`)
  const rest = await operator.call('GET', `${CONNECTIONS}?limit=3&cursor=${first.json.next_cursor}`)
  expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids)
})

test('a wallet names no agent and no status: what narrows the list of a merchant is no field of its own', async () => {
  const { device, connection_id } = connections[1] as TestConnection
  expect(idsOf(await device.call('GET', CONNECTIONS))).toEqual([connection_id])
  for (const query of ['status=active', `asked_by=${agent.agent_id}`]) {
    expect(said(await device.call('GET', `${CONNECTIONS}?${query}`))).toEqual([422, 'unknown_field'])
  }
})

test('another merchant sees none of them and ends none, and neither does a key without the scope', async () => {
  const other = await newOperator(world, 'Quay Records')
  expect((await other.call('GET', CONNECTIONS)).json).toMatchObject({
    connections: [],
    counts: { active: 0, paused: 0, revoked: 0 },
  })
  const path = `${CONNECTIONS}/${connections[1]?.connection_id}`
  expect(said(await other.call('DELETE', path))).toEqual([404, 'resource_not_found'])
  const { headers } = await newMerchantKey(operator, ['payment_requests:read'])
  expect(said(await world.call('DELETE', path, { headers }))).toEqual([403, 'scope_missing'])
})

test('a key ends a connection: its token is dead, the wallet and the merchant are told, and it is audited once', async () => {
  const { connection_id, call, device } = connections[3] as TestConnection
  const { headers, merchant_key_id } = await newMerchantKey(operator, ['connections:manage'])
  const end = () => world.call('DELETE', `${CONNECTIONS}/${connection_id}`, { headers })
  const ended = await end()
  expect(ended.json.connection).toMatchObject({ connection_id, status: 'revoked', revoked_at: expect.any(String) })
  expect((await end()).json).toEqual(ended.json)
  expect(said(await call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
  const wallet = await device.call('GET', connectionPath(connection_id))
  expect(wallet.json.connection.status).toBe('revoked')
  const told = async () => {
    const merchant = await operator.call('GET', '/v1/events?limit=500')
    const owner = await device.call('GET', '/v1/events?limit=500')
    return [merchant, owner].map(
      ({ json }) =>
        json.events.filter(
          (e: { type: string; data: { connection_id: string } }) =>
            e.type === 'connection.revoked' && e.data.connection_id === connection_id,
        ).length,
    )
  }
  await until(async () => (await told()).every((count) => count > 0))
  expect(await told()).toEqual([1, 1])
  const { json } = await operator.call('GET', '/v1/audit-events')
  const about = json.audit_events.filter((e: { target: string }) => e.target === connection_id)
  expect(about.map((e: { action: string; actor: string }) => [e.action, e.actor])).toEqual([
    ['connection.revoked', merchant_key_id],
  ])
})

test('of calls that start after the acknowledgement none succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { connection_id, call } = await newConnection(world, { operator, agent })
    const attempt = async () => said(await call('GET', '/v1/connections/current'))
    const revoke = () => operator.call('DELETE', `${CONNECTIONS}/${connection_id}`)
    const { before, after } = await raceChange(attempt, revoke)
    expect(before).toBeGreaterThan(0)
    expect(after).toBe(0)
  }
})
