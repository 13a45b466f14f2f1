import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentClient, createWalletClient } from '@pursestrings/sdk'
import { describe } from 'vitest'
import { thePlace } from '../place.ts'
import { intentOf, newReady, refused } from '../stage.ts'
import { signInAsMerchant } from '../steps/merchant.ts'
import { newStellarAddress } from '../steps/stellar-address.ts'
import { registerWallet } from '../steps/wallet.ts'

describe('connections', () => {
  test('a paused connection reads and asks for nothing, until the user resumes it', async () => {
    const ready = await newReady()
    const { agent, wallet, ask, connection_id } = ready
    const { request_id } = (await ask('before')).payment_request
    await wallet.connections.update(connection_id, { status: 'paused' })
    await refused(agent.paymentRequests.create(intentOf(ready)), 'connection_paused', 403)
    await refused(agent.transactionContexts.create({ title: 'Order' }), 'connection_paused', 403)
    assert.equal((await agent.paymentRequests.read(request_id)).payment_request.status, 'pending')
    await wallet.connections.update(connection_id, { status: 'active' })
    assert.equal((await ask('after')).payment_request.status, 'pending')
  })

  test('a revoked connection opens nothing, for good', async () => {
    const ready = await newReady()
    const { agent, wallet, connection_id } = ready
    await wallet.connections.revoke(connection_id)
    await refused(agent.connections.readCurrent(), 'connection_revoked', 403)
    await refused(agent.paymentRequests.create(intentOf(ready)), 'connection_revoked', 403)
    await refused(agent.events.list(), 'connection_revoked', 403)
    await refused(wallet.connections.update(connection_id, { status: 'active' }), 'connection_ended', 409)
  })
})

describe('credentials', () => {
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
    assert.equal((await keyless.connections.readCurrent()).connection.connection_id, ready.connection_id)
    await ready.wallet.connections.rotateToken(ready.connection_id)
    await refused(keyless.connections.readCurrent(), 'credential_invalid', 401)
    const { connection } = await ready.agent.connections.readCurrent()
    assert.equal(connection.connection_id, ready.connection_id)
  })

  test('two credentials at once are refused, even where each alone is good', async () => {
    const { base_url } = thePlace()
    const { ready, connection_token } = await newToken()
    const { merchant } = ready
    const { project_id } = (await merchant.projects.create({ name: 'Assistant' })).project
    const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
    const both = createAgentClient({ base_url, connection_token, fetch: withHeader('x-svc-api-key', secret) })
    await refused(both.connections.readCurrent(), 'credential_conflict', 400)
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
    await refused(createAgentClient(asAgent).connections.readCurrent(), 'credential_kind_not_accepted', 403)
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
})

describe('tenants', () => {
  const absent = (call: PromiseLike<unknown>) => refused(call, 'resource_not_found', 404)

  const alone = thePlace().session_tokens?.length === 1
  const skip = alone && 'needs another organization: give a second --session-token'

  test('another organization sees nothing of this one, as though it were not there', { skip }, async () => {
    const { merchant, payee } = await newReady()
    const other = await signInAsMerchant(thePlace())
    const [agent] = await merchant.agents.list().toArray({ limit: 1 })
    const agent_id = agent?.agent_id ?? ''
    const { merchant_id } = (await merchant.merchantSessions.readCurrent()).merchant
    await absent(other.merchants.read(merchant_id))
    await absent(other.agents.read(agent_id))
    await absent(other.agents.update(agent_id, { status: 'suspended', version: 1 }))
    await absent(other.recipients.read(payee.recipient_id))
    await absent(other.recipients.readVersion(payee.recipient_id, payee.recipient_version_id))
  })

  test('another agent and another wallet see nothing of a request', async () => {
    const [one, other] = [await newReady(), await newReady({ wallet: await registerWallet(thePlace()) })]
    const { request_id } = (await one.ask('private')).payment_request
    await absent(other.agent.paymentRequests.read(request_id))
    await absent(other.wallet.paymentRequests.read(request_id))
    await absent(other.wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' }))
    await absent(other.wallet.connections.revoke(one.connection_id))
    await absent(other.wallet.connections.rotateToken(one.connection_id))
  })
})

describe('payees', () => {
  test('a version of a payee that is not active is not asked for, nor is a payee that is not there', async () => {
    const ready = await newReady()
    const { merchant, payee, agent } = ready
    const { recipient } = await merchant.recipients.read(payee.recipient_id)
    const { recipient_version } = await merchant.recipients.addVersion(payee.recipient_id, {
      network: 'stellar_testnet',
      asset: 'XLM',
      address: newStellarAddress(),
      version: recipient.version,
    })
    const { recipient_version_id } = recipient_version
    const draft = agent.paymentRequests.create({ ...intentOf(ready), recipient_version_id })
    await refused(draft, 'recipient_version_not_active', 409)
    const recipient_id = payee.recipient_id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    await refused(agent.paymentRequests.create({ ...intentOf(ready), recipient_id }), 'resource_not_found', 404)
  })
})

describe('lists', () => {
  test('the merchant lists what its agents asked for, page by page and one by one', async () => {
    const { merchant, ask } = await newReady()
    const asked: string[] = []
    for (let i = 0; i < 5; i++) asked.push((await ask(`listed-${i}`)).payment_request.request_id)
    const list = merchant.paymentRequests.listForMerchant({ limit: 2 })
    const { data, response, request_id } = await list.page().withResponse()
    assert.deepEqual([data.payment_requests.length, response.status], [2, 200])
    assert.ok(request_id)
    const seen: string[] = []
    for await (const one of list) seen.push(one.request_id)
    assert.equal(new Set(seen).size, seen.length)
    // Newest first.
    assert.deepEqual(seen.slice(0, 5), asked.toReversed())
    assert.equal((await list.toArray({ limit: 3 })).length, 3)
  })
})
