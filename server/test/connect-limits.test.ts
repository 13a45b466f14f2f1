import { newConnectKey as someKey } from '@pursestrings/contract/connect-invitations/connect-key'
import { CLAIM_TOKEN_LIFETIME_S } from '@pursestrings/contract/connect-invitations/records'
import { newPairingCode } from '@pursestrings/contract/pairing/records'
import { SCOPES } from '@pursestrings/contract/scopes'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import { call as callAt } from './call.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  claim,
  invitationPath,
  newConnectKey,
  newInvitation,
  pairingPath,
  said,
  startPairing,
} from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { enroll } from './own-agent.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** Guessing is counted against whoever guesses, with the real limits; nobody else is kept out by it. */
describe('limits', () => {
  let world: World
  let elsewhere: string
  let operator: Operator
  let device: TestDevice
  beforeAll(async () => {
    world = await startWorld({ RATE_LIMIT_SCALE: '1' })
    elsewhere = (await world.another()).url as string
    operator = await newOperator(world)
    device = await newDevice(world)
  })
  afterAll(() => world.stop())

  const newCall = async (): Promise<Call> =>
    bearing(world, await agentTokenOf(world, await newAgent(operator, { allowed_scopes: ALL_SCOPES })))
  const lookUp = (by: TestDevice, code: string) => by.call('POST', '/v1/pairing/lookups', { body: { code } })

  test('five wrong keys shut one agent out of claims, for the rest of ten minutes and on every process', async () => {
    const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    const authorization = `Bearer ${await agentTokenOf(world, agent)}`
    const guesser = bearing(world, authorization.slice(7))
    for (let i = 0; i < 20; i++)
      expect(said(await claim(guesser, '0Z77-G2M9-QXC0-4TNK-V8EA'))).toEqual([422, 'validation_failed'])
    for (let i = 0; i < 5; i++) expect(said(await claim(guesser, someKey()))).toEqual([404, 'connect_key_unknown'])
    const key = await newConnectKey(device)
    const refused = await claim(guesser, key)
    expect(said(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(540)
    const body = JSON.stringify({ connect_key: key, scopes: ALL_SCOPES })
    const headers = { authorization, 'content-type': 'application/json' }
    const there = await fetch(`${elsewhere}/v1/connect-invitations/claim`, { method: 'POST', headers, body })
    expect(there.status).toBe(429)
    // The same key, by another agent of the same organization: neither it nor the wallet is kept out.
    expect(said(await claim(await newCall(), key))).toEqual([201])
    expect((await device.call('POST', '/v1/connect-keys')).status).toBe(201)
  })

  test('thirty wrong keys from one address shut it out of enrolling, on every process, and no agent out of claims', async () => {
    const key = await newConnectKey(device)
    for (let i = 0; i < 30; i++) {
      const answer = await enroll(world, { connect_key: someKey() })
      expect(said(answer)).toEqual([404, 'connect_key_unknown'])
    }
    for (const url of [world.url, elsewhere]) {
      const there: Pick<World, 'call'> = { call: (...sent) => callAt(url, ...sent) }
      expect(said(await enroll(there, { connect_key: key }))).toEqual([429, 'rate_limited'])
    }
    expect(said(await claim(await newCall(), key))).toEqual([201])
  })

  test('five wrong codes a minute per wallet, however many at once; right ones cost nothing; others go on', async () => {
    const asAgent = await newCall()
    const { code } = await startPairing(asAgent)
    for (let i = 0; i < 8; i++) expect(said(await lookUp(device, code))).toEqual([200])
    const guesses = await Promise.all(Array.from({ length: 24 }, () => lookUp(device, newPairingCode())))
    expect(guesses.filter((a) => a.status === 404).length).toBe(5)
    const refused = await lookUp(device, code)
    expect(said(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    const another = await newDevice(world)
    expect(said(await lookUp(another, 'mistyped'))).toEqual([404, 'pairing_code_unknown'])
    expect(said(await lookUp(another, code))).toEqual([200])
  })

  test('who burns the tries of a session ends that session alone: a new one works at once', async () => {
    const asAgent = await newCall()
    const { pairing_session_id, code } = await startPairing(asAgent)
    const attacker = await newDevice(world)
    const decide = (by: TestDevice, tried: string, id = pairing_session_id) =>
      by.call('POST', pairingPath(id, 'approve'), { body: { code: tried, scopes: ALL_SCOPES } })
    const guesses = await Promise.all(Array.from({ length: 20 }, () => decide(attacker, newPairingCode())))
    expect(new Set(guesses.map((a) => a.status))).toEqual(new Set([404]))
    expect(said(await decide(device, code))).toEqual([410, 'pairing_ended'])
    const again = await startPairing(asAgent)
    expect(said(await decide(device, again.code, again.pairing_session_id))).toEqual([200])
  })
})

/** Who sees an invitation: its claimant with its own token, its wallet, and nobody else; and scopes end to end. */
describe('access', () => {
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
})

/** What can come to wait for one wallet stays within bounds, however it is raced. */
describe('Connect Keys', () => {
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
})
