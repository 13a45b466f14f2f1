import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentClient, createWalletClient } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { intentOf, newReady, refused } from '../stage.ts'

/** Sends every call with another header. */
const withHeader =
  (name: string, value: string): typeof fetch =>
  (url, init) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), [name]: value } })

const newToken = async (): Promise<{ ready: Awaited<ReturnType<typeof newReady>>; connection_token: string }> => {
  const ready = await newReady()
  const { connection_token } = await ready.wallet.connections.rotateToken(ready.connection_id)
  return { ready, connection_token }
}

test('a connection token that was replaced opens nothing, and an agent that has its key goes on with a new one', async () => {
  const { ready, connection_token } = await newToken()
  const { base_url } = thePlace()
  const keyless = createAgentClient({ base_url, connection_token })
  assert.equal((await keyless.connections.read('current')).connection.connection_id, ready.connection_id)
  await ready.wallet.connections.rotateToken(ready.connection_id)
  await refused(keyless.connections.read('current'), 'credential_invalid', 401)
  const { connection } = await ready.agent.connections.read('current')
  assert.equal(connection.connection_id, ready.connection_id)
})

test('two credentials at once are refused, even where each alone is good', async () => {
  const { base_url } = thePlace()
  const { ready, connection_token } = await newToken()
  const { merchant } = ready
  const { project_id } = (await merchant.projects.create({ name: 'Assistant' })).project
  const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  const both = createAgentClient({ base_url, connection_token, fetch: withHeader('x-svc-api-key', secret) })
  await refused(both.connections.read('current'), 'credential_conflict', 400)
  await refused(both.paymentRequests.create(intentOf(ready)), 'credential_conflict', 400)
})

test('a credential of another kind opens nothing', async () => {
  const { base_url } = thePlace()
  const { connection_token } = await newToken()
  const { device, token } = await createWalletClient({ base_url }).devices.register({
    name: 'Phone',
    platform: 'other',
  })
  const { device_id } = device
  const asWallet = { base_url, device_id, token, fetch: withHeader('authorization', `Bearer ${connection_token}`) }
  await refused(createWalletClient(asWallet).devices.readCurrent(), 'credential_kind_not_accepted', 403)
  const asAgent = { base_url, connection_token, fetch: withHeader('authorization', `Bearer ${token}`) }
  await refused(createAgentClient(asAgent).connections.listRecipients().page(), 'credential_kind_not_accepted', 403)
})

test('a scope that the user took away is missing from the next call on', async () => {
  const ready = await newReady()
  const { agent, wallet, connection_id } = ready
  await wallet.connections.update(connection_id, { scopes: ['payment.requests.read'] })
  await refused(agent.paymentRequests.create(intentOf(ready)), 'scope_missing', 403)
  assert.equal((await agent.paymentRequests.list().toArray()).length, 0)
  const wider = wallet.connections.update(connection_id, { scopes: ['payment.requests.create'] })
  await refused(wider, 'scopes_not_granted', 422)
})
