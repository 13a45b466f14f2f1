/** Pause, resume, narrow, rotate, revoke: each holds from the very next call on (specification 3, 4.3). */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import {
  ALL_SCOPES,
  bearing,
  connectionPath,
  newConnection,
  pairingPath,
  said,
  startPairing,
  type TestConnection,
} from './connection.ts'
import { plantCreate, raceChange } from './connection-races.ts'
import { newDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
let operator: Operator
let planted: ReturnType<typeof plantCreate>
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
  planted = plantCreate(world)
})
afterAll(() => planted.stop())

const set = ({ device, connection_id }: TestConnection, body: object) =>
  device.call('PATCH', connectionPath(connection_id), { body })
const current = ({ call }: Pick<TestConnection, 'call'>) => call('GET', '/v1/connections/current')
const changesOf = async ({ connection_id }: TestConnection) =>
  (
    await world.database.admin.query(
      "select split_part(kind::text, '.', 2) as change, data -> 'scopes' as scopes from events where subject_id = $1 order by event_id",
      [uuidOf('con', connection_id)],
    )
  ).rows

/** The same connection, made by either journey. */
const byPairing = async (): Promise<TestConnection> => {
  const [agent, device] = [await newAgent(operator, { allowed_scopes: ALL_SCOPES }), await newDevice(world)]
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  const { pairing_session_id: id, code } = await startPairing(asAgent)
  await device.call('POST', pairingPath(id, 'approve'), { body: { code, scopes: ALL_SCOPES } })
  const { connection, connection_token } = (await asAgent('POST', pairingPath(id, 'exchange'))).json
  const { connection_id } = connection
  const call = bearing(world, connection_token)
  return { connection_id, connection_token, agent, device, operator, call } as TestConnection
}

test.each([
  ['a Connect Key', () => newConnection(world, { operator })],
  ['pairing', byPairing],
])('a connection made by %s is paused, resumed, narrowed, rotated and revoked', async (_, make) => {
  const made = await make()
  const { connection_id, connection_token: first, device } = made
  expect(await planted.create(first)).toEqual([201])

  expect((await set(made, { status: 'paused' })).json.connection).toMatchObject({ status: 'paused' })
  expect(await planted.create(first)).toEqual([403, 'connection_paused'])
  expect((await current(made)).json.connection).toMatchObject({ status: 'paused', paused_at: expect.any(String) })

  expect((await set(made, { status: 'active' })).json.connection).toMatchObject({ status: 'active', paused_at: null })
  expect(await planted.create(first)).toEqual([201])

  const kept = ['payment.requests.read']
  expect((await set(made, { scopes: kept })).json.connection.scopes).toEqual(kept)
  expect(await planted.create(first)).toEqual([403, 'scope_missing'])
  const wider = await set(made, { scopes: ['payment.requests.create'] })
  expect(said(wider)).toEqual([422, 'scopes_not_granted'])

  const rotated = (await device.call('POST', connectionPath(connection_id, 'rotate-token'))).json
  expect(rotated.connection).toMatchObject({ connection_id, status: 'active', scopes: kept })
  expect(said(await current(made))).toEqual([401, 'credential_invalid'])
  const second = { call: bearing(world, rotated.connection_token) }
  const last_used_at = expect.any(String)
  expect((await current(second)).json.connection).toEqual({ ...rotated.connection, last_used_at })

  const revoked = await device.call('DELETE', connectionPath(connection_id))
  expect(revoked.json.connection).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) })
  expect(said(await current(second))).toEqual([403, 'connection_revoked'])
  expect((await device.call('DELETE', connectionPath(connection_id))).json).toEqual(revoked.json)
  for (const answer of [
    await set(made, { status: 'active' }),
    await set(made, { scopes: kept }),
    await device.call('POST', connectionPath(connection_id, 'rotate-token')),
  ]) {
    expect(said(answer)).toEqual([409, 'connection_ended'])
  }
  expect((await device.call('GET', connectionPath(connection_id))).json).toMatchObject(revoked.json)
})

test('the token of a revoked connection or a suspended agent is no credential at all where another kind is needed', async () => {
  const revoked = await newConnection(world, { operator })
  await revoked.device.call('DELETE', connectionPath(revoked.connection_id))
  const suspended = await newConnection(world, { operator })
  const { agent_id, version } = suspended.agent
  await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'suspended', version } })
  for (const { call } of [revoked, suspended]) {
    expect((await current({ call })).status).toBe(403)
    for (const [method, path] of [
      ['GET', '/v1/connections'],
      ['PATCH', connectionPath(revoked.connection_id)],
      ['POST', '/v1/recipients'],
    ] as const)
      expect([path, ...said(await call(method, path))]).toEqual([path, 401, 'credential_invalid'])
  }
})

test('what happened is written down in order, once, and cannot be changed by anybody', async () => {
  const made = await newConnection(world, { operator })
  for (const body of [{ status: 'paused' }, { status: 'paused' }, { status: 'active', scopes: ALL_SCOPES.slice(1) }]) {
    expect((await set(made, body)).status).toBe(200)
  }
  expect((await set(made, { scopes: ALL_SCOPES.slice(1) })).status).toBe(200)
  await made.device.call('POST', connectionPath(made.connection_id, 'rotate-token'))
  for (let i = 0; i < 2; i++) await made.device.call('DELETE', connectionPath(made.connection_id))
  expect(await changesOf(made)).toEqual([
    { change: 'created', scopes: ALL_SCOPES },
    { change: 'paused', scopes: ALL_SCOPES },
    { change: 'narrowed', scopes: ALL_SCOPES.slice(1) },
    { change: 'resumed', scopes: ALL_SCOPES.slice(1) },
    { change: 'token_rotated', scopes: ALL_SCOPES.slice(1) },
    { change: 'revoked', scopes: ALL_SCOPES.slice(1) },
  ])
  const { admin } = world.database
  for (const statement of ["update events set kind = 'connection.paused'", 'delete from events']) {
    await expect(admin.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('a suspended agent is shut out of its connections, and let in again', async () => {
  const made = await newConnection(world, { operator })
  const { agent_id, version } = made.agent
  await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'suspended', version } })
  expect(said(await current(made))).toEqual([403, 'agent_not_active'])
  await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'active', version: version + 1 } })
  expect((await current(made)).status).toBe(200)
})

test("another wallet's connection is absent to this one, byte for byte, for every operation", async () => {
  const made = await newConnection(world, { operator })
  const stranger = await newDevice(world)
  for (const [method, action, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { status: 'paused' }],
    ['DELETE', '', undefined],
    ['POST', 'rotate-token', undefined],
  ] as const) {
    const sent = { headers: { 'x-request-id': 'same' }, ...(body && { body }) }
    const names = [made.connection_id, 'con_01k0000000e008000000000000', 'nonsense']
    const answers = await Promise.all(names.map((id) => stranger.call(method, connectionPath(id, action), sent)))
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
  }
  expect((await stranger.call('GET', '/v1/connections')).json.connections).toEqual([])
  expect((await current(made)).json.connection.status).toBe('active')
})

test('connections are listed newest first, page by page, ended ones included', async () => {
  const device = await newDevice(world)
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.unshift((await newConnection(world, { operator, device })).connection_id)
  await device.call('DELETE', connectionPath(ids[1] as string))
  const first = (await device.call('GET', '/v1/connections?limit=2')).json
  const rest = (await device.call('GET', `/v1/connections?limit=2&cursor=${first.next_cursor}`)).json
  const listed = [...first.connections, ...rest.connections]
  expect(listed.map((c: { connection_id: string }) => c.connection_id)).toEqual(ids)
  expect(said(await device.call('GET', '/v1/connections?cursor=nonsense'))).toEqual([422, 'cursor_invalid'])
  const { token, device_id } = device
  const query = new URLSearchParams({ token, device_id, limit: '1' }).toString()
  expect((await world.call('GET', `/v1/connections?${query}`)).json.connections.length).toBe(1)
})

test('an update needs a change', async () => {
  const made = await newConnection(world, { operator })
  for (const body of [{}, { scopes: [] }, { status: 'revoked' }, { scopes: ['payment.requests.*'] }]) {
    expect(said(await set(made, body))).toEqual([422, 'validation_failed'])
  }
})

test('25 races of revoke, pause and rotate against calls in flight: none that starts later succeeds', async () => {
  let before = 0
  for (let round = 0; round < 25; round++) {
    const made = await newConnection(world, { operator })
    const { connection_id, connection_token, device } = made
    const path = connectionPath(connection_id)
    const read = async () => said(await current(made))
    const raced =
      round % 3 === 0
        ? await raceChange(read, () => device.call('DELETE', path))
        : round % 3 === 1
          ? await raceChange(
              () => planted.create(connection_token),
              () => set(made, { status: 'paused' }),
            )
          : await raceChange(read, () => device.call('POST', `${path}/rotate-token`))
    expect([round, raced.after]).toEqual([round, 0])
    before += raced.before
  }
  expect(before).toBeGreaterThan(25)
})
