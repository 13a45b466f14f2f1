/** From a registered agent and a fresh device to a scoped connection by a Connect Key (specification 4.2). */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent, type TestAgent } from './agent.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  claim,
  connectionPath,
  invitationPath,
  newConnection,
  newConnectKey,
  newInvitation,
  said,
} from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { proveHost } from './payee.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let operator: Operator
let agent: TestAgent
let asAgent: Call
let device: TestDevice
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  operator = await newOperator(world, 'Harbour Books')
  agent = await newAgent(operator, { name: 'Till', allowed_scopes: ALL_SCOPES })
  asAgent = bearing(world, await agentTokenOf(world, agent))
  device = await newDevice(world)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const invited = (scopes: readonly string[] = ALL_SCOPES) => newInvitation(world, { asAgent, device, scopes })
const approve = (id: string, scopes: readonly string[] = ALL_SCOPES, by = device) =>
  by.call('POST', invitationPath(id, 'approve'), { body: { scopes } })
const expiresIn = (id: string, seconds: number) =>
  world.database.admin.query(
    'update connect_invitations set expires_at = now() + make_interval(secs => $2) where connect_invitation_id = $1',
    [uuidOf('cki', id), seconds],
  )

test('key, claim, what the wallet sees, a narrowed approval, exchange, and the token works', async () => {
  const issued = await device.call('POST', '/v1/connect-keys')
  expect(issued.json).toMatchObject({ ok: true, connect_key: { key: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) } })
  const left_ms = Date.parse(issued.json.connect_key.expires_at) - Date.now()
  expect(left_ms).toBeGreaterThan(595_000)
  expect(left_ms).toBeLessThan(605_000)

  const made = await claim(asAgent, issued.json.connect_key.key.toLowerCase(), ALL_SCOPES.slice(0, 2))
  const { connect_invitation: invitation, claim_token } = made.json
  const path = invitationPath(invitation.connect_invitation_id)
  expect(invitation).toEqual({
    connect_invitation_id: expect.stringMatching(/^cki_/),
    status: 'pending',
    source: {
      agent_id: agent.agent_id,
      agent_name: 'Till',
      runtime: 'node-24',
      merchant_name: 'Harbour Books',
      verified_domain: null,
    },
    requested_scopes: ALL_SCOPES.slice(0, 2),
    granted_scopes: null,
    connection_id: null,
    created_at: expect.stringMatching(/Z$/),
    decided_at: null,
    expires_at: expect.stringMatching(/Z$/),
  })
  const asClaimant = bearing(world, claim_token)
  expect((await asClaimant('GET', path)).json).toEqual({ ok: true, connect_invitation: invitation })
  // The wallet sees the agent's keys besides.
  const to_decide = { ...invitation, agent_keys: [expect.any(Object)] }
  expect((await device.call('GET', path)).json).toEqual({ ok: true, connect_invitation: to_decide })
  expect((await device.call('GET', '/v1/connect-invitations')).json.connect_invitations[0]).toEqual(to_decide)

  const granted = ['payment.requests.read']
  expect(said(await asClaimant('POST', `${path}/exchange`))).toEqual([409, 'approval_pending'])
  const approved = await device.call('POST', `${path}/approve`, { body: { scopes: granted } })
  expect(approved.json.connect_invitation).toMatchObject({ status: 'approved', granted_scopes: granted })
  const { connection, connection_token } = (await asClaimant('POST', `${path}/exchange`)).json
  expect(connection).toMatchObject({ status: 'active', scopes: granted, source: invitation.source })
  expect(said(await asClaimant('POST', `${path}/exchange`))).toEqual([410, 'invitation_spent'])

  const current = await bearing(world, connection_token)('GET', '/v1/connections/current')
  const used = { ...connection, last_used_at: expect.any(String) }
  expect(current.json).toEqual({ ok: true, connection: used })
  expect((await device.call('GET', connectionPath(connection.connection_id))).json.connection).toMatchObject(used)
  expect((await asClaimant('GET', path)).json.connect_invitation).toMatchObject({
    status: 'exchanged',
    connection_id: connection.connection_id,
  })
})

test('the wallet sees the domains that the organization had proven when the agent asked', async () => {
  const before = await invited()
  await proveHost(web, operator)
  const after = await invited()
  expect(before.invitation.source.verified_domain).toBeNull()
  for (const { id, invitation } of [before, after]) {
    const seen = (await device.call('GET', invitationPath(id))).json.connect_invitation
    expect(seen.source).toEqual(invitation.source)
  }
  expect(after.invitation.source.verified_domain).toBe('shop.test')
})

test('a key opens once; a used, an expired and an invented one are refused with one identical answer', async () => {
  const [used, expired, invented] = [
    await newConnectKey(device),
    await newConnectKey(device),
    '0Z77-G2M9-QXC0-4TNK-V8E9',
  ]
  expect((await claim(asAgent, used)).status).toBe(201)
  await world.database.admin.query("update connect_keys set expires_at = now() - interval '1 s' where used_at is null")
  const answers = await Promise.all(
    [used, expired, invented].map((connect_key) =>
      asAgent('POST', '/v1/connect-invitations/claim', {
        body: { connect_key, scopes: ALL_SCOPES },
        headers: { 'x-request-id': 'same' },
      }),
    ),
  )
  expect(new Set(answers.map((a) => a.text)).size).toBe(1)
  expect(said(answers[0] as never)).toEqual([404, 'connect_key_unknown'])
  const mistyped = await claim(asAgent, '0Z77-G2M9-QXC0-4TNK-V8EA')
  expect(mistyped.json.error).toMatchObject({
    code: 'validation_failed',
    issues: [{ code: 'mistyped', field: 'connect_key' }],
  })
})

test('an agent cannot ask for more than its own scopes, and a refused claim leaves the key whole', async () => {
  const narrow = await newAgent(operator, { allowed_scopes: ['payment.requests.read'] })
  const call = bearing(world, await agentTokenOf(world, narrow))
  const key = await newConnectKey(device)
  const refused = await claim(call, key, ['payment.requests.read', 'payment.requests.create'])
  expect(said(refused)).toEqual([422, 'scopes_not_allowed'])
  expect(refused.json.error).toMatchObject({ beyond: ['payment.requests.create'], field: 'scopes.1' })
  expect((await claim(call, key, ['payment.requests.read'])).status).toBe(201)
})

test('approval narrows and never widens; it may be repeated, and taken back until it is exchanged', async () => {
  const { id, asClaimant } = await invited(ALL_SCOPES.slice(0, 2))
  const wider = await approve(id, ALL_SCOPES)
  expect(said(wider)).toEqual([422, 'scopes_not_requested'])
  expect(wider.json.error.beyond).toEqual(ALL_SCOPES.slice(2))
  expect((await approve(id, [])).json.error.code).toBe('validation_failed')
  const first = await approve(id, ALL_SCOPES.slice(0, 1))
  expect((await approve(id, ALL_SCOPES.slice(0, 1))).json).toEqual(first.json)
  expect(said(await approve(id, ALL_SCOPES.slice(0, 2)))).toEqual([409, 'invitation_decided'])
  expect((await device.call('POST', invitationPath(id, 'reject'))).json.connect_invitation.status).toBe('rejected')
  expect(said(await approve(id, ALL_SCOPES.slice(0, 1)))).toEqual([409, 'invitation_decided'])
  expect(said(await asClaimant('POST', invitationPath(id, 'exchange')))).toEqual([410, 'invitation_rejected'])
})

test('ten minutes by the clock of the database, to decide and again to exchange', async () => {
  const { id, asClaimant } = await invited()
  await expiresIn(id, 5)
  const approved = (await approve(id)).json.connect_invitation
  expect(Date.parse(approved.expires_at) - Date.parse(approved.decided_at)).toBe(600_000)
  await expiresIn(id, -1)
  expect(said(await asClaimant('POST', invitationPath(id, 'exchange')))).toEqual([410, 'invitation_expired'])
  for (const action of ['approve', 'reject']) {
    const body = action === 'approve' ? { body: { scopes: ['payment.requests.read'] } } : {}
    expect(said(await device.call('POST', invitationPath(id, action), body))).toEqual([410, 'invitation_expired'])
  }
  expect((await device.call('GET', invitationPath(id))).json.connect_invitation.status).toBe('expired')
})

test('a suspended agent gets no token for an approval it holds', async () => {
  const other = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const call = bearing(world, await agentTokenOf(world, other))
  const { connect_invitation, claim_token } = (await claim(call, await newConnectKey(device))).json
  const id = connect_invitation.connect_invitation_id
  await approve(id)
  const set = (status: string, version: number) =>
    operator.call('PATCH', `/v1/agents/${other.agent_id}`, { body: { status, version } })
  await set('suspended', other.version)
  const exchange = () => bearing(world, claim_token)('POST', invitationPath(id, 'exchange'))
  expect(said(await exchange())).toEqual([403, 'agent_not_active'])
  await set('active', other.version + 1)
  expect((await exchange()).status).toBe(200)
})

test('a connection built by the helper has what later tests rely on', async () => {
  const { call, connection_id } = await newConnection(world, { operator, granted: ['payment.requests.create'] })
  const { connection } = (await call('GET', '/v1/connections/current')).json
  expect([connection.connection_id, connection.scopes]).toEqual([connection_id, ['payment.requests.create']])
})
