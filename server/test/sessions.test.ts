/** Where somebody is signed in, and how they sign out there: one session, or all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearerSession } from './keyring.ts'
import { newMember, newOperator, operatorOf } from './operator.ts'
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
  for (const closed of [1, 0]) expect((await operator.call('DELETE', path)).json.closed).toBe(closed)
  expect((await cli('GET', '/v1/agents')).status).toBe(401)
  expect((await operator.call('GET', '/v1/merchant-sessions')).json.merchant_sessions).toHaveLength(1)
  expect((await operator.call('GET', '/v1/merchant-sessions?cursor=x')).json.error.code).toBe('cursor_invalid')
})

test('signing out everywhere ends all sessions of this person, and nobody else’s', async () => {
  const operator = await newOperator(world)
  const member = await newMember(world, operator, 'admin')
  const others = [bearing(await bearerSession(world, operator)), bearing(await bearerSession(world, operator))]
  const closed = await operator.call('DELETE', '/v1/merchant-sessions/all')
  expect(closed.json.closed).toBe(3)
  expect(closed.headers.get('set-cookie')).toContain('__Host-svc_session=;')
  for (const call of [operator.call, ...others]) expect((await call('GET', '/v1/agents')).status).toBe(401)
  expect((await member.call('GET', '/v1/agents')).status).toBe(200)
})

interface Named {
  readonly merchant_id: string
}
const into = ({ merchant_id }: Named) => `/v1/merchants/${merchant_id}/sessions`

test('whoever is in two organizations sees both, and switches without a mail', async () => {
  const first = await newOperator(world, 'Harbour Books')
  const second = await newOperator(world, 'Quay Records')
  const member = await newMember(world, second, 'viewer', first.email)
  const both = (await first.call('GET', '/v1/merchants')).json.merchants as Named[]
  expect(both.map(({ merchant_id }) => merchant_id)).toEqual([second.merchant_id, first.merchant_id])
  const page = (await first.call('GET', '/v1/merchants?limit=1')).json
  expect(page.merchants).toEqual([both[0]])
  const rest = (await first.call('GET', `/v1/merchants?limit=1&cursor=${page.next_cursor}`)).json
  expect(rest).toMatchObject({ merchants: [both[1]], next_cursor: null })
  expect((await first.call('GET', '/v1/merchants?cursor=x')).json.error.code).toBe('cursor_invalid')

  await world.database.admin.query("update merchant_sessions set expires_at = now() + interval '1 hour'")
  const before = (await first.call('GET', '/v1/merchant-sessions/current')).json
  const opened = await first.call('POST', into(second))
  expect(opened.json).toMatchObject({ merchant: { name: 'Quay Records' }, expires_at: before.expires_at })
  expect(opened.json.session_token).toBeUndefined()
  const switched = operatorOf(world, first.email, opened)
  expect(switched.cookie).not.toBe(first.cookie)
  const now = (await switched.call('GET', '/v1/merchant-sessions/current')).json
  expect(now).toMatchObject({ merchant: { merchant_id: second.merchant_id }, role: 'viewer' })
  expect(now.session).toMatchObject({ transport: 'cookie', signed_in_by: 'mail', confirmed_until: null })
  expect(before.session.confirmed_until).not.toBeNull()
  // What was open is closed, and the other sessions of that person stay.
  expect((await first.call('GET', '/v1/agents')).status).toBe(401)
  expect((await first.call('POST', into(second))).status).toBe(401)
  expect((await member.call('GET', '/v1/agents')).status).toBe(200)
  const [told] = (await second.call('GET', '/v1/audit-events')).json.audit_events
  expect(told).toMatchObject({ action: 'merchant_session.opened', details: { switched: true } })
})

test('a command line stays one when it switches, and nobody switches to where they may not go', async () => {
  const first = await newOperator(world, 'Harbour Books')
  const second = await newOperator(world, 'Quay Records')
  const stranger = await newOperator(world)
  const member = await newMember(world, second, 'admin', first.email)
  const token = await bearerSession(world, first)
  const cli = bearing(token)
  const none = await cli('POST', into(stranger))
  expect([none.status, none.json.error.code]).toEqual([404, 'resource_not_found'])
  const { json, headers } = await cli('POST', into(second))
  expect(json).toMatchObject({ merchant: { name: 'Quay Records' }, csrf_token: null })
  expect(headers.get('set-cookie')).toBeNull()
  expect((await cli('GET', '/v1/agents')).status).toBe(401)
  const switched = bearing(json.session_token)
  expect((await switched('GET', '/v1/merchant-sessions/current')).json.role).toBe('admin')
  expect((await second.call('DELETE', `/v1/members/${member.member_id}`)).status).toBe(200)
  expect((await switched('GET', '/v1/agents')).status).toBe(401)
  const left = await first.call('POST', into(second))
  expect([left.status, (await first.call('GET', '/v1/merchants')).json.merchants.length]).toEqual([404, 1])
})
