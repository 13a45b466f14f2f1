/** Who sees an invitation: its claimant with its own token, its wallet, and nobody else; and scopes end to end. */
import { CLAIM_TOKEN_LIFETIME_S } from '@pursestrings/contract/connect-invitations/records'
import { SCOPES } from '@pursestrings/contract/scopes'
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
import { newDevice, type TestDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
let operator: Operator
let asAgent: Call
let device: TestDevice
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  asAgent = bearing(world, await agentTokenOf(world, agent))
  device = await newDevice(world)
})

const invited = (scopes: readonly string[] = ALL_SCOPES) => newInvitation(world, { asAgent, device, scopes })
const approve = (id: string, scopes: readonly string[] = ALL_SCOPES, by = device) =>
  by.call('POST', invitationPath(id, 'approve'), { body: { scopes } })

test('a claim token opens its own invitation and nothing else', async () => {
  const mine = await invited()
  const other = await invited()
  const absent = 'cki_01k0000000e008000000000000'
  for (const [method, action] of [
    ['GET', ''],
    ['POST', 'exchange'],
  ] as const) {
    const headers = { 'x-request-id': 'same' }
    const answers = [
      await mine.asClaimant(method, invitationPath(other.id, action), { headers }),
      await mine.asClaimant(method, invitationPath(absent, action), { headers }),
    ]
    expect(answers.map((a) => a.status)).toEqual([404, 404])
    expect(answers[0]?.text).toBe(answers[1]?.text)
  }
  for (const path of ['/v1/connections/current', '/v1/connections', '/v1/connect-invitations']) {
    expect(said(await mine.asClaimant('GET', path))).toEqual([403, 'credential_kind_not_accepted'])
  }
})

test('a claim token ends an hour after the claim, by the clock of the database', async () => {
  const { id, asClaimant } = await invited()
  const ages = (seconds: number) =>
    world.database.admin.query(
      'update agent_tokens set expires_at = expires_at - make_interval(secs => $2) where connect_invitation_id = $1',
      [uuidOf('cki', id), seconds],
    )
  await ages(CLAIM_TOKEN_LIFETIME_S - 30)
  expect((await asClaimant('GET', invitationPath(id))).status).toBe(200)
  await ages(30)
  expect(said(await asClaimant('GET', invitationPath(id)))).toEqual([401, 'credential_invalid'])
})

test("another wallet's invitation is absent to this one, byte for byte", async () => {
  const { id } = await invited()
  const stranger = await newDevice(world)
  const sent = { headers: { 'x-request-id': 'same' } }
  for (const [method, action, body] of [
    ['GET', '', undefined],
    ['POST', 'approve', { scopes: ALL_SCOPES }],
    ['POST', 'reject', undefined],
  ] as const) {
    const texts = []
    for (const named of [id, 'cki_01k0000000e008000000000000', 'nonsense']) {
      const answer = await stranger.call(method, invitationPath(named, action), { ...sent, ...(body && { body }) })
      expect(answer.status).toBe(404)
      texts.push(answer.text)
    }
    expect(new Set(texts).size).toBe(1)
  }
  expect((await stranger.call('GET', '/v1/connect-invitations')).json.connect_invitations).toEqual([])
  expect((await device.call('GET', invitationPath(id))).json.connect_invitation.status).toBe('pending')
})

test('invitations are listed newest first, page by page', async () => {
  const wallet = await newDevice(world)
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.unshift((await newInvitation(world, { asAgent, device: wallet })).id)
  const first = (await wallet.call('GET', '/v1/connect-invitations?limit=2')).json
  const rest = (await wallet.call('GET', `/v1/connect-invitations?limit=2&cursor=${first.next_cursor}`)).json
  const listed = [...first.connect_invitations, ...rest.connect_invitations]
  expect(listed.map((i: { connect_invitation_id: string }) => i.connect_invitation_id)).toEqual(ids)
  expect(rest.next_cursor).toBeNull()
  expect(said(await wallet.call('GET', '/v1/connect-invitations?cursor=con_01k0000000e008000000000000'))).toEqual([
    422,
    'cursor_invalid',
  ])
})

test('granted within requested within allowed, for 30 random sets through HTTP', async () => {
  const some = (): string[] => {
    const picked = SCOPES.filter(() => Math.random() < 0.6)
    return picked.length > 0 ? picked : [SCOPES[Math.floor(Math.random() * 4)] as string]
  }
  const within = (one: readonly string[], other: readonly string[]) => one.every((s) => other.includes(s))
  const wallet = await newDevice(world)
  for (let i = 0; i < 30; i++) {
    const [allowed, requested, granted] = [some(), some(), some()]
    const call = bearing(world, await agentTokenOf(world, await newAgent(operator, { allowed_scopes: allowed })))
    const asked = await claim(call, await newConnectKey(wallet), requested)
    expect(asked.status).toBe(within(requested, allowed) ? 201 : 422)
    if (asked.status !== 201) continue
    const id = asked.json.connect_invitation.connect_invitation_id
    const answer = await approve(id, granted, wallet)
    expect(answer.status).toBe(within(granted, requested) ? 200 : 422)
    if (answer.status !== 200) {
      await wallet.call('POST', invitationPath(id, 'reject'))
      continue
    }
    const { connection } = (await bearing(world, asked.json.claim_token)('POST', invitationPath(id, 'exchange'))).json
    expect(connection.scopes).toEqual(granted)
  }
})
