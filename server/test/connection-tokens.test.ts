/** Connection tokens live 90 days, and the agent renews its own without being cut off. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  connectionPath,
  newConnection,
  said,
  type TestConnection,
} from './connection.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
})

const asAgent = async ({ agent }: TestConnection): Promise<Call> => bearing(world, await agentTokenOf(world, agent))
const renew = async (made: TestConnection): Promise<Call> => {
  const { status, json } = await (await asAgent(made))('POST', connectionPath(made.connection_id, 'rotate-token'))
  expect(status).toBe(200)
  return bearing(world, json.connection_token)
}
const current = async (call: Call) => said(await call('GET', '/v1/connections/current'))
const set = ({ connection_id }: TestConnection, what: string) =>
  world.database.admin.query(`update connections set ${what} where connection_id = $1`, [uuidOf('con', connection_id)])
const DEAD = [401, 'credential_invalid']

test('the old token works until the renewed one is first used; a renewal whose answer was lost costs nothing', async () => {
  const made = await newConnection(world, { operator })
  const lost = await renew(made)
  expect(await current(made.call)).toEqual([200])
  const next = await renew(made)
  expect(await current(lost)).toEqual(DEAD)
  const uses = await Promise.all(Array.from({ length: 16 }, () => current(next)))
  expect(uses).toEqual(Array.from({ length: 16 }, () => [200]))
  expect([await current(made.call), await current(next)]).toEqual([DEAD, [200]])
})

test('ten minutes after a renewal the old token has ended, used or not', async () => {
  const made = await newConnection(world, { operator })
  const next = await renew(made)
  await set(made, 'next_until = now()')
  await until(async () => (await current(made.call))[0] === 401, 30_000)
  expect(await current(next)).toEqual([200])
})

test('a token of 90 days has ended, and the agent gets another with its key', async () => {
  const made = await newConnection(world, { operator })
  const shown = (await made.call('GET', '/v1/connections/current')).json.connection
  const days = (Date.parse(shown.token_expires_at) - Date.parse(shown.created_at)) / 86_400_000
  expect(days).toBeCloseTo(90, 2)
  await set(made, "token_expires_at = now() - interval '1 second'")
  expect(await current(made.call)).toEqual(DEAD)
  const next = await renew(made)
  await until(async () => (await current(next))[0] === 200, 30_000)
})

// Each finds the token in a statement of its own, once the process knows it.
test.each([
  ['GET', ''],
  ['GET', '/order-1'],
  ['GET', '/events?since=0'],
] as const)(
  'a token of 90 days has ended where it was used a moment ago: %s /v1/payment-requests%s',
  async (method, rest) => {
    const made = await newConnection(world, { operator })
    expect(await current(made.call)).toEqual([200])
    await set(made, "token_expires_at = now() - interval '1 second'")
    expect(said(await made.call('GET', `/v1/payment-requests${rest}`))).toEqual(DEAD)
  },
)

test('after the wallet has rotated the token the agent gets its own again, and nothing that was renewed before works', async () => {
  const made = await newConnection(world, { operator })
  const before = await renew(made)
  expect((await made.device.call('POST', connectionPath(made.connection_id, 'rotate-token'))).status).toBe(200)
  expect([await current(made.call), await current(before)]).toEqual([DEAD, DEAD])
  expect(await current(await renew(made))).toEqual([200])
})

test('only the agent of the connection renews it, and not once the user has revoked it', async () => {
  const made = await newConnection(world, { operator })
  const other = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const stranger = await newConnection(world, { operator: await newOperator(world, 'Quay Records') })
  const path = connectionPath(made.connection_id, 'rotate-token')
  for (const call of [bearing(world, await agentTokenOf(world, other)), await asAgent(stranger)]) {
    expect(said(await call('POST', path))).toEqual([404, 'resource_not_found'])
  }
  await made.device.call('DELETE', connectionPath(made.connection_id))
  expect(said(await (await asAgent(made))('POST', path))).toEqual([409, 'connection_ended'])
})

test('the wallet sees the last use, written once a minute at most', async () => {
  const made = await newConnection(world, { operator })
  const lastUse = async () =>
    (await made.device.call('GET', connectionPath(made.connection_id))).json.connection.last_used_at
  expect(await lastUse()).toBe(null)
  await current(made.call)
  const first = await lastUse()
  await current(made.call)
  expect([typeof first, await lastUse()]).toEqual(['string', first])
  await set(made, "last_used_at = now() - interval '2 minutes'")
  await current(made.call)
  expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(Date.parse(first))
})
