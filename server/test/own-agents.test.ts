/** A person's agent without an organization: enrolled with a Connect Key into the personal space of its user's wallet. */
import { generateKeyPairSync } from 'node:crypto'
import { newConnectKey as someKey } from '@pursestrings/contract/connect-invitations/connect-key'
import { OWN_AGENTS_MAX } from '@pursestrings/contract/connect-invitations/records'
import { idOf, newUuid, slotOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { slotText } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { AUDIENCE, agentTokenOf, assertionOf, exchange, newKey } from './agent.ts'
import {
  ALL_SCOPES,
  bearing,
  claim,
  connectionPath,
  invitationPath,
  newConnectKey,
  pairingPath,
  said,
} from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { enroll, newOwnAgent } from './own-agent.ts'
import { startWorld, type World } from './world.ts'

let world: World
let device: TestDevice
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  device = await newDevice(world)
})

const rows = async (query: string, ...values: unknown[]) => (await world.database.admin.query(query, values)).rows
const spaceOf = (of: TestDevice): Uuid => {
  const wallet_id = uuidOf('dev', of.device_id)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- still a UUID
  return `${wallet_id.slice(0, 14)}8${wallet_id.slice(15)}` as Uuid
}
const invitationsOf = async ({ call }: TestDevice) =>
  (await call('GET', '/v1/connect-invitations')).json.connect_invitations
const create = {
  recipient_id: 'rcp_01k0000000e008000000000000',
  recipient_version_id: 'rcv_01k0000000e008000000000000',
  payment: { amount: '1' },
  policy: { requires_user_approval: true },
}

test('key, enrollment, what the wallet sees, approval, exchange, tokens; and no payee before it is found', async () => {
  const key = newKey()
  const name = 'Cafe\u0301 assistant'
  const enrolled = await enroll(world, { key, name, connect_key: (await newConnectKey(device)).toLowerCase() })
  expect([enrolled.status, enrolled.json.error]).toEqual([201, undefined])
  const { agent_id, connect_invitation, claim_token } = enrolled.json
  expect(connect_invitation).toMatchObject({
    status: 'pending',
    source: {
      agent_id,
      agent_name: name.normalize('NFC'),
      runtime: 'node-24',
      merchant_name: 'Personal space',
      verified_domain: null,
      personal: true,
    },
    requested_scopes: ALL_SCOPES,
  })
  const agent_keys = [{ kid: 'first', public_key: key.public_key }]
  expect(await invitationsOf(device)).toEqual([{ ...connect_invitation, agent_keys }])
  const at = invitationPath(connect_invitation.connect_invitation_id)
  const asClaimant = bearing(world, claim_token)
  expect(said(await asClaimant('POST', `${at}/exchange`))).toEqual([409, 'approval_pending'])
  const scopes = ALL_SCOPES.slice(0, 2)
  expect((await device.call('POST', `${at}/approve`, { body: { scopes } })).status).toBe(200)
  const { connection, connection_token } = (await asClaimant('POST', `${at}/exchange`)).json
  expect(connection).toMatchObject({ status: 'active', scopes, effective_scopes: scopes, source: { personal: true } })

  const asAgent = bearing(world, await agentTokenOf(world, { agent_id, kid: 'first', ...key }))
  const renewed = await asAgent('POST', connectionPath(connection.connection_id, 'rotate-token'))
  const call = bearing(world, renewed.json.connection_token)
  expect((await call('GET', connectionPath('current', 'recipients'))).json.recipients).toEqual([])
  const asked = await call('POST', '/v1/payment-requests', { body: { ...create, idempotency_key: 'one' } })
  expect([...said(asked), asked.json.error.message]).toEqual([
    404,
    'payee_not_resolved',
    expect.stringMatching(/own domain first, with POST .v1.payees.resolve/),
  ])
  expect((await bearing(world, connection_token)('GET', connectionPath('current'))).status).toBe(401)
})

test('the space is active, in the slot of its wallet, one for each, and all in it belongs to it', async () => {
  const first = await newOwnAgent(world, device)
  const second = await newOwnAgent(world, device)
  const merchant_id = spaceOf(device)
  const slot = slotOf(uuidOf('dev', device.device_id))
  expect(slotOf(merchant_id)).toBe(slot)
  // By which a router finds the wallet's cell when an agent shows it, and nothing else.
  expect((await newConnectKey(device)).slice(0, 3).toLowerCase()).toBe(slotText(slot))
  expect(await rows('select name, status, kind from merchants where merchant_id = $1', merchant_id)).toEqual([
    { name: 'Personal space', status: 'active', kind: 'personal' },
  ])
  const agents = await rows('select agent_id from agents where merchant_id = $1 order by agent_id', merchant_id)
  expect(agents.map(({ agent_id }) => idOf('agt', agent_id))).toEqual([first.agent_id, second.agent_id])
  const done = await rows(
    'select action, actor from audit_events where merchant_id = $1 order by audit_event_id',
    merchant_id,
  )
  expect(done.map(({ action }) => action)).toEqual([
    'merchant.created',
    ...[1, 2].flatMap(() => ['agent.created', 'agent_credential.activated']),
  ])
  expect(new Set(done.map(({ actor }) => actor))).toEqual(new Set([device.device_id]))
})

test('a signature of another key, over other words or for another service enrolls nobody, and the Connect Key stays whole', async () => {
  const [connect_key, key] = [await newConnectKey(device), newKey()]
  const wrong = [
    { sent: { public_key: newKey().public_key } },
    { sent: { name: 'Another name' } },
    { sent: { runtime: 'node-25' } },
    { sent: { kid: 'second' } },
    { sent: { scopes: ALL_SCOPES.slice(0, 1) } },
    { sent: { connect_key: await newConnectKey(device) } },
    { sent: { signature: 'A'.repeat(86) } },
    { aud: 'https://another.example' },
  ]
  for (const one of wrong) {
    const answer = await enroll(world, { connect_key, key, ...one })
    expect([one, ...said(answer)]).toEqual([one, 422, 'enrollment_signature_invalid'])
    expect(answer.json.error.audience).toBe(AUDIENCE)
  }
  expect(await invitationsOf(device)).toEqual([])
  expect(await rows('select from merchants where merchant_id = $1', spaceOf(device))).toEqual([])
  expect((await enroll(world, { connect_key, key })).status).toBe(201)
})

test('a Connect Key enrolls once; a used, an expired and an invented one leave nothing behind', async () => {
  const [used, expired] = [await newConnectKey(device), await newConnectKey(device)]
  const key = newKey()
  expect((await enroll(world, { connect_key: used, key })).status).toBe(201)
  await world.database.admin.query("update connect_keys set expires_at = now() - interval '1 s' where used_at is null")
  const stranger = await newDevice(world)
  const counted = () =>
    rows('select (select count(*) from agents) as agents, (select count(*) from merchants) as spaces')
  const before = await counted()
  for (const connect_key of [used, expired, someKey(slotOf(uuidOf('dev', stranger.device_id)))]) {
    expect(said(await enroll(world, { connect_key, key }))).toEqual([404, 'connect_key_unknown'])
    expect(said(await enroll(world, { connect_key }))).toEqual([404, 'connect_key_unknown'])
  }
  expect(await counted()).toEqual(before)
  const mistyped = await enroll(world, { connect_key: '0Z77-G2M9-QXC0-4TNK-V8EA' })
  expect(mistyped.json.error).toMatchObject({ code: 'validation_failed', issues: [{ code: 'mistyped' }] })
})

test('of 16 that show one Connect Key one is enrolled; with a key each at once, all are in one space', async () => {
  const connect_key = await newConnectKey(device)
  const raced = await Promise.all(Array.from({ length: 16 }, () => enroll(world, { connect_key })))
  expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 15 }, () => 404),
  ])
  const other = await newDevice(world)
  const keys: string[] = []
  for (let i = 0; i < 5; i++) keys.push(await newConnectKey(other))
  const each = await Promise.all(keys.map((one) => enroll(world, { connect_key: one })))
  expect(each.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  for (const [of, n] of [
    [device, 1],
    [other, 5],
  ] as const) {
    const agents = 'select count(*)::int as n from agents where merchant_id = $1'
    expect(await rows(agents, spaceOf(of))).toEqual([{ n }])
  }
})

test('the same key again is the same agent under its name; under another kid it is refused', async () => {
  const agent = await newOwnAgent(world, device)
  const again = await enroll(world, { key: agent, name: 'New name', connect_key: await newConnectKey(device) })
  expect(again.json).toMatchObject({
    agent_id: agent.agent_id,
    connect_invitation: { source: { agent_name: 'My assistant', personal: true } },
  })
  const connect_key = await newConnectKey(device)
  expect(said(await enroll(world, { key: agent, kid: 'second', connect_key }))).toEqual([409, 'credential_key_taken'])
  // In another wallet it is another agent.
  const elsewhere = await newOwnAgent(world, await newDevice(world), { key: agent })
  expect(elsewhere.agent_id).not.toBe(agent.agent_id)
  expect((await enroll(world, { connect_key })).status).toBe(201)
})

test('a name that imitates, a private key and a weak one are refused, and the Connect Key stays whole', async () => {
  const connect_key = await newConnectKey(device)
  for (const name of ['Bоok shop', 'shop.example.com', 'Verified assistant']) {
    expect(said(await enroll(world, { connect_key, name }))).toEqual([422, 'name_misleading'])
  }
  const misleading = { sent: { runtime: 'official runtime' } }
  expect(said(await enroll(world, { connect_key, ...misleading }))).toEqual([422, 'name_misleading'])
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  const leaked = { sent: { public_key: pem } }
  expect(said(await enroll(world, { connect_key, ...leaked }))).toEqual([422, 'private_key_sent'])
  const weak = { sent: { public_key: 'A'.repeat(43) } }
  expect((await enroll(world, { connect_key, ...weak })).json.error.issues).toMatchObject([{ code: 'not_a_key' }])
  expect((await enroll(world, { connect_key })).status).toBe(201)
})

test("another wallet's user is never shown it as their own: neither its Connect Key nor its code leads there", async () => {
  const agent = await newOwnAgent(world, device)
  const stranger = await newDevice(world)
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  const theirs = await newConnectKey(stranger)
  expect(said(await claim(asAgent, theirs))).toEqual([404, 'connect_key_unknown'])
  expect(await invitationsOf(stranger)).toEqual([])
  expect((await enroll(world, { connect_key: theirs })).status).toBe(201)

  const { pairing_session, code } = (await asAgent('POST', '/v1/pairing/sessions', { body: { scopes: ALL_SCOPES } }))
    .json
  const lookUp = (by: TestDevice) => by.call('POST', '/v1/pairing/lookups', { body: { code } })
  const approve = (by: TestDevice) =>
    by.call('POST', pairingPath(pairing_session.pairing_session_id, 'approve'), { body: { code, scopes: ALL_SCOPES } })
  expect(said(await lookUp(stranger))).toEqual([404, 'pairing_code_unknown'])
  expect(said(await approve(stranger))).toEqual([404, 'resource_not_found'])
  expect((await lookUp(device)).json.pairing_session.source.personal).toBe(true)
  expect((await approve(device)).status).toBe(200)
  expect(said(await claim(asAgent, await newConnectKey(device)))).toEqual([201])
})

test('the database itself connects it to no other wallet, and lets nobody become a member of its space', async () => {
  const agent = await newOwnAgent(world, device)
  const merchant_id = spaceOf(device)
  const as = async (statement: string, ...values: unknown[]) => {
    const client = await world.database.admin.connect()
    try {
      await client.query(`begin; set local role pursestrings_app; set local svc.tenant = '${merchant_id}'`)
      await client.query(statement, values)
      return 'done'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const add = (table: string, row: Readonly<Record<string, unknown>>) => {
    const [names, values] = [Object.keys(row), Object.values(row)]
    return as(`insert into ${table} (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`, ...values)
  }
  const connection = {
    merchant_id,
    connection_id: newUuid(),
    agent_id: uuidOf('agt', agent.agent_id),
    device_id: uuidOf('dev', device.device_id),
    scopes: ['payment.requests.read'],
    status: 'active',
    source: {},
    token_expires_at: new Date(),
  }
  expect(await add('connections', { ...connection, device_id: newUuid() })).toMatch(/its own wallet alone/)
  expect(await add('connections', connection)).toBe('done')
  expect(await add('memberships', { merchant_id, account_id: newUuid() })).toMatch(/has no members/)
  expect(await as("update merchants set kind = 'organization' where merchant_id = $1", merchant_id)).toMatch(/kind/)
})

test('disconnected it can do nothing but ask its user again', async () => {
  const agent = await newOwnAgent(world, device)
  expect((await device.call('DELETE', connectionPath(agent.connection_id))).status).toBe(200)
  expect(said(await agent.call('GET', connectionPath('current')))).toEqual([403, 'connection_revoked'])
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  expect((await asAgent('POST', connectionPath(agent.connection_id, 'rotate-token'))).status).not.toBe(200)
  expect(said(await claim(asAgent, await newConnectKey(await newDevice(world))))).toEqual([404, 'connect_key_unknown'])
  expect(said(await claim(asAgent, await newConnectKey(device)))).toEqual([201])
})

test('twenty agents are connected at most; one that was disconnected makes room, and is retired', async () => {
  const agents = []
  for (let i = 0; i < OWN_AGENTS_MAX; i++) agents.push(await newOwnAgent(world, device))
  const connect_key = await newConnectKey(device)
  expect(said(await enroll(world, { connect_key }))).toEqual([409, 'too_many_own_agents'])
  const [ended, kept] = agents as [(typeof agents)[0], (typeof agents)[0]]
  await device.call('DELETE', connectionPath(ended.connection_id))
  expect((await enroll(world, { connect_key })).status).toBe(201)
  expect(said(await exchange(world, assertionOf(ended)))).toEqual([403, 'credential_revoked'])
  expect((await kept.call('GET', connectionPath('current'))).status).toBe(200)
  // One that waits for an answer keeps its place.
  expect(said(await enroll(world, { connect_key: await newConnectKey(device) }))).toEqual([409, 'too_many_own_agents'])
})

test('whoever runs the service stops a personal space and lets it go on, without any domain', async () => {
  const agent = await newOwnAgent(world, device)
  const admin = (...words: string[]) =>
    runAdmin(readConfig(world.settings), ['merchant', words[0] ?? '', idOf('mer', spaceOf(device)), ...words.slice(1)])
  const by = ['--actor', 'support', '--reason', 'abuse']
  const ask = async () =>
    said(await agent.call('POST', '/v1/payment-requests', { body: { ...create, idempotency_key: 'one' } }))
  expect(JSON.parse(await admin('show'))).toMatchObject({
    name: 'Personal space',
    kind: 'personal',
    verified_domains: [],
  })
  expect(await admin('suspend', ...by)).toContain('suspended mer_')
  expect(await ask()).toEqual([403, 'merchant_not_active'])
  expect(await admin('restore', ...by)).toContain('is active again')
  expect(await ask()).toEqual([404, 'payee_not_resolved'])
  expect(await admin('restore', ...by)).toContain('nothing to restore')
})
