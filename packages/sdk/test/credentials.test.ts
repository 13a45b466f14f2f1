/** What is refreshed and what is not: one new assertion after a 401, and nothing again after a refusal that stays. */

import { inspect } from 'node:util'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import {
  type AgentClientOptions,
  CredentialError,
  createAgentClient,
  createMerchantClient,
  createProjectClient,
  createWalletClient,
  generateKeyPair,
  isSecret,
} from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newAgent, type TestAgent } from '../../../server/test/agent.ts'
import { connectionPath, newConnection } from '../../../server/test/connection.ts'
import { newOperator, type Operator } from '../../../server/test/operator.ts'
import { startPlace, type TestPlace } from './place.ts'
import { type Deciding, type Fate, type Passing, startProxy } from './proxy.ts'

const TOKEN = '/v1/agent-auth/token'
const PAIRING = '/v1/pairing/sessions'
const SCOPES = ['payment.requests.create'] as const

let place: TestPlace
let operator: Operator
beforeAll(async () => {
  place = await startPlace()
  operator = await newOperator(place.world)
})
afterAll(() => place.stop())

const clientOf = async (
  { agent_id, kid, private_key }: TestAgent,
  fate: Deciding = () => 'pass',
  more: Partial<AgentClientOptions> = {},
) => {
  const proxy = await startProxy(place.base_url, fate)
  const pem = private_key.export({ format: 'pem', type: 'pkcs8' }).toString()
  const { audience } = place
  const agent = createAgentClient({ base_url: proxy.base_url, audience, agent_id, kid, private_key: pem, ...more })
  return { proxy, agent, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}
const forgetTokens = () => place.world.database.admin.query('delete from agent_tokens')

test('an agent whose connection token has ended goes on with a renewed one, once for all calls, and tells it', async () => {
  const { agent, connection_id, connection_token, device } = await newConnection(place.world, { operator })
  const kept: string[] = []
  const onRenewedToken = (renewed: { connection_token: string }) => void kept.push(renewed.connection_token)
  await using own = await clientOf(agent, () => 'pass', { connection_id, connection_token, onRenewedToken })
  await device.call('POST', connectionPath(connection_id, 'rotate-token'))
  const all = await Promise.all(Array.from({ length: 8 }, () => own.agent.connections.read('current')))
  expect(new Set(all.map(({ connection }) => connection.connection_id))).toEqual(new Set([connection_id]))
  expect([kept.length, own.proxy.count('POST', `/v1/connections/${connection_id}/rotate-token`)]).toEqual([1, 1])
  await using later = await clientOf(agent, () => 'pass', { connection_token: kept[0] })
  expect((await later.agent.connections.read('current')).connection.connection_id).toBe(connection_id)
})

test('a connection token is renewed when less than a third of its life is left, before the first payment is asked for', async () => {
  for (const [days, renewed] of [
    [31, 0],
    [29, 1],
  ] as const) {
    const { agent, connection_id, connection_token } = await newConnection(place.world, { operator })
    await place.world.database.admin.query(
      'update connections set token_expires_at = now() + make_interval(days => $1) where connection_id = $2',
      [days, uuidOf('con', connection_id)],
    )
    const kept: string[] = []
    const onRenewedToken = async ({ connection_token: token }: { connection_token: string }) => void kept.push(token)
    await using own = await clientOf(agent, () => 'pass', { connection_id, connection_token, onRenewedToken })
    const absent = { recipient_id: `rcp_${'0'.repeat(26)}`, recipient_version_id: `rcv_${'0'.repeat(26)}` }
    const asked = own.agent.requestPayment({ ...absent, task_ref: 'soon', amount: '1' })
    await expect(asked).rejects.toMatchObject({ name: expect.stringContaining('Error') })
    expect([days, kept.length]).toEqual([days, renewed])
    expect((await own.agent.connections.read('current')).connection.connection_id).toBe(connection_id)
  }
})

test('a token serves many calls; after a 401 one new assertion and one more try', async () => {
  await using one = await clientOf(await newAgent(operator))
  for (let i = 0; i < 3; i++) await one.agent.pairing.start({ scopes: SCOPES })
  expect([one.proxy.count('POST', TOKEN), one.proxy.count('POST', PAIRING)]).toEqual([1, 3])
  await forgetTokens()
  await one.agent.pairing.start({ scopes: SCOPES })
  expect([one.proxy.count('POST', TOKEN), one.proxy.count('POST', PAIRING)]).toEqual([2, 5])
})

test('calls side by side share one assertion', async () => {
  await using one = await clientOf(await newAgent(operator))
  await Promise.all(Array.from({ length: 8 }, () => one.agent.pairing.start({ scopes: SCOPES })))
  expect(one.proxy.count('POST', TOKEN)).toBe(1)
})

test('a second 401 is final', async () => {
  const refused = { status: 401, body: { ok: false, error: { code: 'credential_invalid', message: 'no' } } }
  await using one = await clientOf(await newAgent(operator), ({ path }) => (path === PAIRING ? refused : 'pass'))
  await expect(one.agent.pairing.start({ scopes: SCOPES })).rejects.toBeInstanceOf(CredentialError)
  expect([one.proxy.count('POST', TOKEN), one.proxy.count('POST', PAIRING)]).toEqual([2, 2])
})

test('a lost answer to an assertion is asked for again with a new one', async () => {
  await using one = await clientOf(await newAgent(operator), ({ nth }) => (nth === 1 ? 'lose' : 'pass'))
  await one.agent.pairing.start({ scopes: SCOPES })
  const sent = one.proxy.seen.filter(({ path }) => path === TOKEN).map(({ body }) => body)
  expect([sent.length, new Set(sent).size]).toEqual([2, 2])
})

const refusedOnce = async (one: Awaited<ReturnType<typeof clientOf>>, code: string, status: number) => {
  await expect(one.agent.pairing.start({ scopes: SCOPES })).rejects.toMatchObject({ code, status, retry: 'never' })
  expect([one.proxy.count('POST', TOKEN), one.proxy.count('POST', PAIRING)]).toEqual([1, 0])
}

test('a revoked credential is told, and nothing is sent again', async () => {
  const agent = await newAgent(operator)
  await operator.call('DELETE', `/v1/agents/${agent.agent_id}/credentials/${agent.credential_id}`)
  await using one = await clientOf(agent)
  await refusedOnce(one, 'credential_revoked', 403)
})

test('a clock that is ten minutes behind is told, and nothing is sent again', async () => {
  await using one = await clientOf(await newAgent(operator))
  // The service goes by the clock of the database.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 600_000)
  await refusedOnce(one, 'assertion_clock_skew', 401).finally(() => clock.mockRestore())
})

test('an assertion that somebody has sent before is told, and nothing is sent again', async () => {
  const sendFirst = async ({ path, body }: Passing): Promise<Fate> => {
    if (path !== TOKEN) return 'pass'
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(place.base_url + path, { method: 'POST', headers, body })).status).toBe(200)
    return 'pass'
  }
  await using one = await clientOf(await newAgent(operator), sendFirst)
  await refusedOnce(one, 'assertion_jti_reused', 409)
})

test('an agent that is suspended meanwhile tries one new assertion, and then stops', async () => {
  const agent = await newAgent(operator)
  await using one = await clientOf(agent)
  await one.agent.pairing.start({ scopes: SCOPES })
  const suspend = { status: 'suspended', version: agent.version }
  expect((await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, { body: suspend })).status).toBe(200)
  await expect(one.agent.pairing.start({ scopes: SCOPES })).rejects.toMatchObject({ code: 'credential_revoked' })
  expect([one.proxy.count('POST', TOKEN), one.proxy.count('POST', PAIRING)]).toEqual([2, 2])
})

test('a paused or revoked connection is told, and nothing is sent again', async () => {
  const connection = await newConnection(place.world, { operator })
  const { connection_id, connection_token, device, agent } = connection
  await using one = await clientOf(agent, undefined, { connection_token })
  const ask = () => one.agent.transactionContexts.create({ title: 'Order' })
  await device.call('PATCH', connectionPath(connection_id), { body: { status: 'paused' } })
  await expect(ask()).rejects.toMatchObject({ code: 'connection_paused', status: 403 })
  expect(one.proxy.seen.length).toBe(1)
  await device.call('DELETE', connectionPath(connection_id))
  await expect(one.agent.connections.read('current')).rejects.toMatchObject({ code: 'connection_revoked', status: 403 })
  expect(one.proxy.seen.length).toBe(2)
})

test('a connection token has nothing to refresh: its 401 is final', async () => {
  const connection_token = newSecret('conn')
  await using one = await clientOf(await newAgent(operator), undefined, { connection_token })
  await expect(one.agent.connections.read('current')).rejects.toMatchObject({ code: 'credential_invalid' })
  expect(one.proxy.seen.length).toBe(1)
})

test('PEM, JWK and CryptoKey sign alike; what is no key is refused without being quoted', async () => {
  const agent = await newAgent(operator)
  const jwk = agent.private_key.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; d: string }
  const held = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign'])
  for (const private_key of [jwk, held]) {
    await using one = await clientOf(agent, undefined, { private_key })
    expect((await one.agent.pairing.start({ scopes: SCOPES })).pairing_session.status).toBe('pending')
  }
  const wrong = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleS10ZXh0\n-----END PRIVATE KEY-----'
  await using one = await clientOf(agent, undefined, { private_key: wrong })
  const failure: unknown = await one.agent.pairing.start({ scopes: SCOPES }).catch((e: unknown) => e)
  expect(inspect(failure, { depth: 9 })).toMatch(/must be an Ed25519 private key/)
  expect(inspect(failure, { depth: 9 })).not.toContain('c2VjcmV0')
})

test('no printing of a client or an error shows what opens a route', async () => {
  const { base_url } = place
  const { private_key } = await generateKeyPair()
  const secrets = {
    conn: newSecret('conn'),
    session: newSecret('session'),
    device: newSecret('device'),
    key: newSecret('key'),
  }
  const clients = [
    createAgentClient({ base_url, agent_id: 'agt_x', kid: 'k', private_key, connection_token: secrets.conn }),
    createMerchantClient({ base_url, session_token: secrets.session }),
    createWalletClient({ base_url, device_id: 'dev_x', token: secrets.device }),
    createProjectClient({ base_url, api_key: secrets.key }),
  ] as const
  const failures = await Promise.all(
    [clients[0].connections.read('current'), clients[1].merchants.list().page(), clients[2].devices.readCurrent()].map(
      (call) =>
        call.then(
          () => 'no failure',
          (e: unknown) => e,
        ),
    ),
  )
  const unreached = createAgentClient({ base_url: 'http://127.0.0.1:9', connection_token: secrets.conn, retries: 0 })
  failures.push(await unreached.connections.read('current').catch((e: unknown) => e))
  expect(failures.map((e) => (e as Error).name)).toEqual([
    'CredentialError',
    'CredentialError',
    'CredentialError',
    'NetworkError',
  ])
  for (const thing of [...clients, ...failures]) {
    const shown = [inspect(thing, { depth: 20, showHidden: true }), JSON.stringify(thing), String(thing)].join('\n')
    for (const secret of [...Object.values(secrets), private_key.split('\n')[1] as string]) {
      expect(shown).not.toContain(secret)
    }
  }
})

test('a secret of another kind, or a mistyped one, is refused at once and not quoted', () => {
  const { base_url } = place
  const token = newSecret('session')
  const given = () => createWalletClient({ base_url, device_id: 'dev_x', token })
  expect(given).toThrow('token must be a device token (svc_device_…): that is another kind (svc_session_…)')
  const typo = newSecret('device').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  expect(isSecret('device', typo)).toBe(false)
  expect(() => createWalletClient({ base_url, device_id: 'dev_x', token: typo })).toThrow('mistyped')
})
