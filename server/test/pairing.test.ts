import { once } from 'node:events'
import { request } from 'node:http'
import { newPairingCode } from '@pursestrings/contract/pairing/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { checkPhrase } from '@pursestrings/protocol/check-phrase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTokenOf, newAgent, type TestAgent } from './agent.ts'
import { ALL_SCOPES, bearing, type Call, connectionPath, pairingPath, said, startPairing } from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** From a registered agent and a fresh device to a scoped connection by a short code (specification 4.3). */
describe('pairing', () => {
  let world: World
  let operator: Operator
  let agent: TestAgent
  let asAgent: Call
  let device: TestDevice
  beforeAll(async () => {
    world = await sharedWorld()
    operator = await newOperator(world, 'Harbour Books')
    agent = await newAgent(operator, { name: 'Till', allowed_scopes: ALL_SCOPES })
    asAgent = bearing(world, await agentTokenOf(world, agent))
    device = await newDevice(world)
  })

  const approve = (id: string, code: string, scopes: readonly string[] = ALL_SCOPES) =>
    device.call('POST', pairingPath(id, 'approve'), { body: { code, scopes } })
  const reject = (id: string, code: string) => device.call('POST', pairingPath(id, 'reject'), { body: { code } })
  const exchange = (id: string) => asAgent('POST', pairingPath(id, 'exchange'))
  const statusOf = async (id: string) => (await asAgent('GET', pairingPath(id))).json.pairing_session.status
  const current = (token: string) => bearing(world, token)('GET', '/v1/connections/current')

  test('start, look-up of the typed code, the same phrase on both sides, approval, exchange', async () => {
    const started = await asAgent('POST', '/v1/pairing/sessions', { body: { scopes: ALL_SCOPES.slice(0, 3) } })
    const { pairing_session: session, code, pairing_uri, check_phrase } = started.json
    const id = session.pairing_session_id
    expect(session).toMatchObject({
      status: 'pending',
      source: { agent_id: agent.agent_id, agent_name: 'Till', merchant_name: 'Harbour Books', verified_domain: null },
      requested_scopes: ALL_SCOPES.slice(0, 3),
      granted_scopes: null,
      connection_id: null,
    })
    expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(600_000)
    expect(pairing_uri).toBe(`svc://pair?session=${id}&code=${code}&service=http%3A%2F%2F127.0.0.1%3A8787`)

    const typed = ` ${code.toLowerCase().replace('-', ' ')}`
    const seen = await device.call('POST', '/v1/pairing/lookups', { body: { code: typed } })
    const to_decide = { ...session, agent_keys: [expect.any(Object)] }
    expect(seen.json).toEqual({ ok: true, pairing_session: to_decide, check_phrase })
    expect(await checkPhrase(id, code)).toBe(check_phrase)

    expect(said(await exchange(id))).toEqual([409, 'approval_pending'])
    const granted = ALL_SCOPES.slice(0, 1)
    const approved = await approve(id, typed, granted)
    expect(approved.json.connection).toMatchObject({ status: 'active', scopes: granted, source: session.source })
    expect((await current(approved.json.connection_token)).status).toBe(200)

    const polled = await asAgent('GET', `${pairingPath(id)}?code=${code}`)
    const { connection_id } = approved.json.connection
    expect(polled.json.pairing_session).toMatchObject({ status: 'approved', granted_scopes: granted, connection_id })
    const exchanged = await exchange(id)
    // It has been used since, and its token is another.
    const used = { ...approved.json.connection, last_used_at: expect.any(String), token_expires_at: expect.any(String) }
    expect(exchanged.json.connection).toEqual(used)
    expect((await current(exchanged.json.connection_token)).json.connection).toEqual(used)
    expect(said(await current(approved.json.connection_token))).toEqual([401, 'credential_invalid'])
    expect(said(await exchange(id))).toEqual([410, 'pairing_spent'])
    expect((await device.call('GET', '/v1/connections')).json.connections[0]).toEqual(used)
  })

  test('an agent cannot ask, and a wallet cannot grant, beyond the step before', async () => {
    const narrow = await newAgent(operator, { allowed_scopes: ['payment.requests.read'] })
    const call = bearing(world, await agentTokenOf(world, narrow))
    const asked = await call('POST', '/v1/pairing/sessions', { body: { scopes: ALL_SCOPES } })
    expect(said(asked)).toEqual([422, 'scopes_not_allowed'])
    expect(asked.json.error.beyond).toEqual(ALL_SCOPES.filter((s) => s !== 'payment.requests.read'))
    const { pairing_session_id: id, code } = await startPairing(asAgent, ALL_SCOPES.slice(0, 2))
    expect(said(await approve(id, code))).toEqual([422, 'scopes_not_requested'])
    expect(await statusOf(id)).toBe('pending')
  })

  test('five wrong codes end a session; a wrong code is answered like an absent session, before and after', async () => {
    const { pairing_session_id: id, code } = await startPairing(asAgent)
    const sent = (tried: string) => ({ body: { code: tried, scopes: ALL_SCOPES }, headers: { 'x-request-id': 'same' } })
    const absent = await device.call('POST', pairingPath('prs_01k0000000e008000000000000', 'approve'), sent(code))
    for (let i = 0; i < 6; i++) {
      expect(await statusOf(id)).toBe(i < 5 ? 'pending' : 'locked')
      const wrong = await device.call('POST', pairingPath(id, 'approve'), sent('BBBB-BBBB'))
      expect([wrong.status, wrong.text]).toEqual([404, absent.text])
    }
    for (const answer of [await approve(id, code), await reject(id, code), await exchange(id)]) {
      expect(said(answer)).toEqual([410, 'pairing_ended'])
    }
    expect(said(await device.call('POST', '/v1/pairing/lookups', { body: { code } }))).toEqual([
      404,
      'pairing_code_unknown',
    ])
  })

  test('wrong codes count for approve and reject together, and a decided session counts no more', async () => {
    const { pairing_session_id: id, code } = await startPairing(asAgent)
    for (let i = 0; i < 2; i++) await approve(id, 'BBBB-BBBB')
    for (let i = 0; i < 2; i++) await reject(id, 'nonsense')
    expect((await approve(id, code)).status).toBe(200)
    for (let i = 0; i < 9; i++) expect((await reject(id, 'BBBB-BBBB')).status).toBe(404)
    expect((await exchange(id)).status).toBe(200)
  })

  test('only the agent that started a pairing reads and exchanges it', async () => {
    const { pairing_session_id: id, code } = await startPairing(asAgent)
    await approve(id, code)
    const sibling = bearing(world, await agentTokenOf(world, await newAgent(operator)))
    const foreign = bearing(world, await agentTokenOf(world, await newAgent(await newOperator(world))))
    const headers = { 'x-request-id': 'same' }
    for (const [method, action] of [
      ['GET', ''],
      ['POST', 'exchange'],
    ] as const) {
      const texts = []
      for (const call of [sibling, foreign]) {
        for (const named of [id, 'prs_01k0000000e008000000000000']) {
          const answer = await call(method, pairingPath(named, action), { headers })
          expect(answer.status).toBe(404)
          texts.push(answer.text)
        }
      }
      expect(new Set(texts).size).toBe(1)
    }
    expect(said(await asAgent('GET', `${pairingPath(id)}?code=BBBB-BBBB`))).toEqual([404, 'resource_not_found'])
    expect((await exchange(id)).status).toBe(200)
  })

  test('what the user has revoked meanwhile, the agent cannot fetch', async () => {
    const { pairing_session_id: id, code } = await startPairing(asAgent)
    const { connection } = (await approve(id, code)).json
    await device.call('DELETE', connectionPath(connection.connection_id))
    expect(said(await exchange(id))).toEqual([403, 'connection_revoked'])
  })

  test('no approval makes a connection for an agent that is suspended', async () => {
    const other = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    const { pairing_session_id: id, code } = await startPairing(bearing(world, await agentTokenOf(world, other)))
    await operator.call('PATCH', `/v1/agents/${other.agent_id}`, {
      body: { status: 'suspended', version: other.version },
    })
    expect(said(await approve(id, code))).toEqual([403, 'agent_not_active'])
    expect((await reject(id, code)).json.pairing_session.status).toBe('rejected')
  })

  test('what ended a day ago is forgotten when its agent starts the next one', async () => {
    const { pairing_session_id: id } = await startPairing(asAgent)
    await world.database.admin.query(
      "update pairing_sessions set expires_at = now() - interval '25 hours' where pairing_session_id = $1",
      [uuidOf('prs', id)],
    )
    expect(await statusOf(id)).toBe('expired')
    await startPairing(asAgent)
    expect((await asAgent('GET', pairingPath(id))).status).toBe(404)
  })
})

/** Many wallets at one address buy no more guesses at pairing codes than the address has. */
describe('limit of an address', () => {
  const PER_ADDRESS = 30
  const PER_WALLET = 5
  const ENOUGH_WALLETS = 8

  let world: World
  beforeAll(async () => {
    world = await startWorld({ RATE_LIMIT_SCALE: '1' })
  })
  afterAll(() => world.stop())

  const PATH = '/v1/pairing/lookups'
  const lookUp = (by: TestDevice, code: string) => by.call('POST', PATH, { body: { code } })

  const lookUpFrom = async (localAddress: string, { token }: TestDevice, code: string): Promise<number | undefined> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(world.url + PATH, { method: 'POST', headers, localAddress }).end(JSON.stringify({ code }))
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }

  test('thirty wrong codes a minute per address, however many wallets type them; another address goes on', async () => {
    const agent = await newAgent(await newOperator(world), { allowed_scopes: ALL_SCOPES })
    const { code } = await startPairing(bearing(world, await agentTokenOf(world, agent)))
    const wallets = await Promise.all(Array.from({ length: ENOUGH_WALLETS }, () => newDevice(world)))
    const fresh = await newDevice(world)
    const tries = wallets.flatMap((wallet) => Array.from({ length: PER_WALLET }, () => wallet))
    const answers = await Promise.all(tries.map((wallet) => lookUp(wallet, newPairingCode())))
    expect(answers.filter((a) => a.status === 404)).toHaveLength(PER_ADDRESS)
    expect(answers.filter((a) => a.status === 429)).toHaveLength(tries.length - PER_ADDRESS)
    expect(said(await lookUp(fresh, code))).toEqual([429, 'rate_limited'])
    expect(await lookUpFrom('127.0.0.2', fresh, code)).toBe(200)
  })
})
