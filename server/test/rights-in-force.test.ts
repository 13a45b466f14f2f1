/**
 * What a merchant takes back holds from the next call on: scopes that its agent is no longer allowed, and keys that were
 * revoked or have run out. Tried through every route that a connection token or an API key opens.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { newCredential } from './agent.ts'
import { type Asking, activePayee, askingOver, freshKey, newAsking } from './asking.ts'
import { newAutomation } from './automation.ts'
import type { Answer } from './call.ts'
import { ALL_SCOPES, connectionPath, newConnection, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const versionOf = async ({ operator, agent }: Pick<Asking, 'operator' | 'agent'>): Promise<number> =>
  (await operator.call('GET', `/v1/agents/${agent.agent_id}`)).json.agent.version
const allow = async (asking: Pick<Asking, 'operator' | 'agent'>, allowed_scopes: readonly string[]): Promise<void> => {
  const body = { allowed_scopes, version: await versionOf(asking) }
  expect((await asking.operator.call('PATCH', `/v1/agents/${asking.agent.agent_id}`, { body })).status).toBe(200)
}
const revokeKey = async ({ operator, agent }: Asking, credential_id = agent.credential_id): Promise<void> => {
  const path = `/v1/agents/${agent.agent_id}/credentials/${credential_id}`
  expect((await operator.call('DELETE', path)).status).toBe(200)
}
const currentOf = async ({ call }: Asking) => (await call('GET', '/v1/connections/current')).json.connection
const addContext = ({ call }: Asking): Promise<Answer> =>
  call('POST', '/v1/transaction-contexts', { body: { title: 'Order 1042' } })
const READS = ['/v1/payment-requests', '/v1/payment-requests/events', '/v1/payment-requests/events?wait=1&since=0']

test("a scope that the merchant takes from an agent is gone from the connection's next call, and comes back with it", async () => {
  const asking = await newAsking(world, web)
  const { request_id } = await asking.asked()
  const reads = [...READS, `/v1/payment-requests/${request_id}`]
  await allow(asking, ['payment.requests.read'])
  expect(said(await asking.ask())).toEqual([403, 'scope_missing'])
  expect((await asking.ask()).json.error.scope).toBe('payment.requests.create')
  expect(said(await addContext(asking))).toEqual([403, 'scope_missing'])
  for (const path of reads) expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 200])

  await allow(asking, ['payment.requests.create'])
  for (const path of reads) {
    expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 403, 'scope_missing'])
  }
  expect(said(await asking.ask())).toEqual([201])

  await allow(asking, ALL_SCOPES)
  expect(said(await asking.ask())).toEqual([201])
  for (const path of reads) expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 200])
})

test('connections show what was granted and what is in force to agent, wallet and merchant, and a stream ends when its scope does', async () => {
  const asking = await newAsking(world, web, { granted: ['payment.requests.create', 'payment.requests.read'] })
  const { device, connection_id } = asking
  const GRANTED = ['payment.requests.create', 'payment.requests.read']
  const shown = async () =>
    [
      await currentOf(asking),
      (await device.call('GET', connectionPath(connection_id))).json.connection,
      (await device.call('GET', '/v1/connections')).json.connections[0],
      (await asking.operator.call('GET', '/v1/connections')).json.connections[0],
    ].map(({ scopes, effective_scopes }) => [scopes, effective_scopes])
  const all = (granted: string[], effective: string[]) => Array.from({ length: 4 }, () => [granted, effective])
  expect(await shown()).toEqual(all(GRANTED, GRANTED))
  const stream = await fetch(`${world.url}/v1/payment-requests/events`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${asking.connection_token}` },
  })
  expect(stream.status).toBe(200)
  await asking.asked()
  await allow(asking, ['payment.requests.create', 'transaction_contexts.read'])
  expect(await shown()).toEqual(all(GRANTED, ['payment.requests.create']))
  // Wakes the stream, which then looks again.
  await asking.asked()
  const told = await stream.text()
  expect([told.includes('id: 1\n'), told.includes('id: 2\n')]).toEqual([true, false])
  await allow(asking, ['transaction_contexts.read'])
  expect(await shown()).toEqual(all(GRANTED, []))
  // The user narrows what was granted, whatever the merchant allows at the moment.
  const narrowed = await device.call('PATCH', connectionPath(connection_id), {
    body: { scopes: ['payment.requests.read'] },
  })
  expect(narrowed.json.connection).toMatchObject({ scopes: ['payment.requests.read'], effective_scopes: [] })
  await allow(asking, ALL_SCOPES)
  expect(await shown()).toEqual(all(['payment.requests.read'], ['payment.requests.read']))
})

test('without a working key an agent changes nothing, reads on, and goes on with the next key as it is', async () => {
  const asking = await newAsking(world, web)
  const key = freshKey()
  const { request_id } = await asking.asked({ idempotency_key: key })
  const spare = await newCredential(asking.operator, asking.agent.agent_id)
  await revokeKey(asking)
  expect(said(await asking.ask())).toEqual([201])
  await revokeKey(asking, spare.credential.credential_id)
  expect(said(await asking.ask())).toEqual([403, 'agent_credential_inactive'])
  expect(said(await addContext(asking))).toEqual([403, 'agent_credential_inactive'])
  for (const path of [...READS, `/v1/payment-requests/${request_id}`]) {
    expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 200])
  }
  // A repeated create makes nothing: it is answered like a read, as on a paused connection.
  const replay = await asking.ask({ idempotency_key: key })
  expect([replay.status, replay.json.payment_request.request_id]).toEqual([201, request_id])
  await newCredential(asking.operator, asking.agent.agent_id)
  expect(said(await asking.ask())).toEqual([201])
  expect(said(await addContext(asking))).toEqual([201])
})

test('a key that has run out, or is not valid yet, is none', async () => {
  const asking = await newAsking(world, web)
  const move = async (from: string, to: string) => {
    const client = await world.database.admin.connect()
    // Only an administrator can: the dates of a proven key never change. What is kept of them on the agent does.
    await client.query('begin; alter table agent_credentials disable trigger keep_agent_credential')
    await client.query(
      'update agent_credentials set not_before = now() + $1::interval, expires_at = now() + $2::interval where kid = $3',
      [from, to, asking.agent.kid],
    )
    await client.query('alter table agent_credentials enable trigger keep_agent_credential; commit')
    client.release()
  }
  await move('-2 days', '-1 second')
  expect(said(await asking.ask())).toEqual([403, 'agent_credential_inactive'])
  await move('1 hour', '1 day')
  expect(said(await asking.ask())).toEqual([403, 'agent_credential_inactive'])
  await move('-1 hour', '1 day')
  expect(said(await asking.ask())).toEqual([201])
})

test('of two keys that are revoked at the same moment, none is left', async () => {
  for (let round = 0; round < 5; round++) {
    const asking = await newConnection(world)
    const spare = await newCredential(asking.operator, asking.agent.agent_id)
    const path = (id: string) => `/v1/agents/${asking.agent.agent_id}/credentials/${id}`
    const ids = [asking.agent.credential_id, spare.credential.credential_id]
    const revoked = await Promise.all(ids.map((id) => asking.operator.call('DELETE', path(id))))
    expect(revoked.map((answer) => answer.status)).toEqual([200, 200])
    const refused = await asking.call('POST', '/v1/transaction-contexts', { body: { title: 'Order 1042' } })
    expect(said(refused)).toEqual([403, 'agent_credential_inactive'])
  }
})

test('an API key creates nothing for an agent whose scope or key is gone', async () => {
  const mine = await newAutomation(world, web)
  await mine.consented()
  const code = async () => (await mine.intend({ amount: '1' })).json.error?.code
  await allow(mine, ['payment.requests.read'])
  expect(await code()).toBe('scope_missing')
  await allow(mine, ALL_SCOPES)
  expect(await code()).toBeUndefined()
  const path = `/v1/agents/${mine.agent.agent_id}/credentials/${mine.agent.credential_id}`
  expect((await mine.operator.call('DELETE', path)).status).toBe(200)
  expect(await code()).toBe('agent_credential_inactive')
})

test('the application cannot say of an agent that it has a key', async () => {
  const operator = await newOperator(world)
  const asking = askingOver(await newConnection(world, { operator }), await activePayee(web, operator))
  const app = createPool({ url: world.database.url, max: 1, application_name: 'test' })
  const forged = app.query("update agents set keys_usable = '{(,)}'")
  await expect(forged).rejects.toMatchObject({ code: '42501' })
  await app.end()
  expect(said(await asking.ask())).toEqual([201])
})
