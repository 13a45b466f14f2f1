/** Where somebody is signed in, and how they sign out there: one session, or all of them (contract 8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearerSession } from './keyring.ts'
import { newMember } from './member.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.stop())

interface Listed {
  readonly session_id: string
  readonly current: boolean
  readonly transport: string
}
const bearing = (token: string) => (method: string, path: string) =>
  world.call(method, path, { headers: { authorization: `Bearer ${token}` } })

test('everyone sees their own sessions alone, and ends one of them at once', async () => {
  const operator = await newOperator(world)
  const member = await newMember(world, operator, 'viewer')
  const cli = bearing(await bearerSession(world, operator))
  const { merchant_sessions } = (await operator.call('GET', '/v1/merchant-sessions')).json
  expect(merchant_sessions).toEqual([
    expect.objectContaining({ current: false, transport: 'bearer', signed_in_by: 'mail' }),
    expect.objectContaining({ current: true, transport: 'cookie', last_active_at: expect.any(String) }),
  ])
  const [{ session_id }] = merchant_sessions as [Listed]
  expect((await cli('GET', '/v1/merchant-sessions/current')).json).toMatchObject({
    session: { session_id, current: true },
    role: 'owner',
  })
  expect((await member.call('GET', '/v1/merchant-sessions')).json.merchant_sessions).toHaveLength(1)
  const path = `/v1/merchant-sessions/${session_id}`
  expect((await member.call('DELETE', path)).json).toMatchObject({ error: { code: 'resource_not_found' } })
  expect((await cli('GET', '/v1/agents')).status).toBe(200)
  for (let again = 0; again < 2; again++) expect((await operator.call('DELETE', path)).json.closed).toBe(true)
  expect((await cli('GET', '/v1/agents')).status).toBe(401)
  expect((await operator.call('GET', '/v1/merchant-sessions')).json.merchant_sessions).toHaveLength(1)
  expect((await operator.call('GET', '/v1/merchant-sessions?cursor=x')).json.error.code).toBe('cursor_invalid')
})

test('signing out everywhere ends all sessions of this person, and nobody else’s', async () => {
  const operator = await newOperator(world)
  const member = await newMember(world, operator, 'admin')
  const others = [bearing(await bearerSession(world, operator)), bearing(await bearerSession(world, operator))]
  const closed = await operator.call('DELETE', '/v1/merchant-sessions')
  expect(closed.json.closed).toBe(3)
  expect(closed.headers.get('set-cookie')).toContain('__Host-svc_session=;')
  for (const call of [operator.call, ...others]) expect((await call('GET', '/v1/agents')).status).toBe(401)
  expect((await member.call('GET', '/v1/agents')).status).toBe(200)
})
