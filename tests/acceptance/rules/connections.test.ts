import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf, newReady, refused } from '../stage.ts'

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
