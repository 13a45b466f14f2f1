import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thePlace } from '../place.ts'
import { intentOf, newReady, refused } from '../stage.ts'
import { newStellarAddress, signInAsMerchant } from '../steps/merchant.ts'
import { registerWallet } from '../steps/wallet.ts'

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
  await refused(agent.connections.read('current'), 'connection_revoked', 403)
  await refused(agent.paymentRequests.create(intentOf(ready)), 'connection_revoked', 403)
  await refused(agent.events.list(), 'connection_revoked', 403)
  await refused(wallet.connections.update(connection_id, { status: 'active' }), 'connection_ended', 409)
})

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
