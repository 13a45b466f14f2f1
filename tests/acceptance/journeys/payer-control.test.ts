/** Payers decide: whom they let in, what an agent may do, and when it ends. */
import assert from 'node:assert/strict'
import { createAgentClient, generateDeviceKey, generateKeyPair } from '@pursestrings/sdk'
import { patientFetch, thePlace } from '../place.ts'
import { intentOf, journey, newReady, refused, theShop } from '../stage.ts'
import { registerAgent, SCOPES } from '../steps/ready.ts'
import { registerWallet, reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

journey('payer', 'I turn down an agent that wants to connect', async () => {
  const { wallet } = await newReady()
  const agent = await registerAgent(thePlace(), (await theShop()).merchant)
  const { connect_key } = await wallet.connectKeys.issue()
  const connecting = agent.connect({
    connect_key: connect_key.key,
    scopes: SCOPES,
    poll_ms: 50,
    onClaimed: ({ connect_invitation_id }) => void wallet.connectInvitations.reject(connect_invitation_id),
  })
  await assert.rejects(connecting, /reject/)
})

journey('payer', 'I let an agent do less than it asked for', async () => {
  const agent = await registerAgent(thePlace(), (await theShop()).merchant)
  const { wallet } = await newReady()
  const { connect_key } = await wallet.connectKeys.issue()
  const { connection } = await agent.connect({
    connect_key: connect_key.key,
    scopes: SCOPES,
    poll_ms: 50,
    onClaimed: ({ connect_invitation_id }) =>
      void wallet.connectInvitations.approve(connect_invitation_id, { scopes: ['payment.requests.read'] }),
  })
  assert.deepEqual(connection.scopes, ['payment.requests.read'])
  const { payee } = await theShop()
  await refused(agent.paymentRequests.create(intentOf({ payee })), 'scope_missing', 403)
})

journey('payer', 'I connect an agent of my own, without any organization, and it asks nobody but me', async () => {
  const { base_url, audience } = thePlace()
  const wallet = await registerWallet(thePlace())
  const { private_key } = await generateKeyPair()
  const agent = createAgentClient({ base_url, audience, kid: 'laptop', private_key, fetch: patientFetch })
  const { connect_key } = await wallet.connectKeys.issue()
  const { agent_id, connection } = await agent.enroll({
    connect_key: connect_key.key,
    name: 'My assistant',
    runtime: 'node-24',
    scopes: SCOPES,
    poll_ms: 50,
    onEnrolled: async ({ connect_invitation: { connect_invitation_id, source } }) => {
      assert.equal(source.personal, true)
      await wallet.connectInvitations.approve(connect_invitation_id, { scopes: SCOPES })
    },
  })
  assert.equal(connection.source.agent_id, agent_id)
  assert.deepEqual(await agent.connections.listRecipients().toArray(), [])
  const { payee } = await theShop()
  await refused(agent.paymentRequests.create(intentOf({ payee })), 'payee_not_resolved', 404)
  const another = await (await registerWallet(thePlace())).connectKeys.issue()
  await refused(
    agent.connectInvitations.claim({ connect_key: another.connect_key.key, scopes: SCOPES }),
    'connect_key_unknown',
    404,
  )
  await wallet.connections.revoke(connection.connection_id)
  await refused(agent.connections.read('current'), 'connection_revoked', 403)
})

journey('payer', 'I take a permission back from an agent later, and see what it may still do', async () => {
  const { wallet, connection_id, ask } = await newReady()
  const { request_id } = (await ask('order-before')).payment_request
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
  await wallet.connections.update(connection_id, { scopes: ['payment.requests.read'] })
  const { connection } = await wallet.connections.read(connection_id)
  assert.deepEqual(connection.effective_scopes, ['payment.requests.read'])
  assert.ok(connection.request_counts)
  await assert.rejects(Promise.resolve(ask('order-after')), /scope/)
})

journey('payer', 'I pause an agent for a while, and let it go on later', async () => {
  const ready = await newReady()
  const { agent, wallet, ask, connection_id } = ready
  await wallet.connections.update(connection_id, { status: 'paused' })
  await refused(agent.paymentRequests.create(intentOf(ready)), 'connection_paused', 403)
  await wallet.connections.update(connection_id, { status: 'active' })
  assert.equal((await ask('after-the-holidays')).payment_request.status, 'pending')
})

journey(
  'payer',
  'Something is wrong: I stop everything with one press, and only a device with its key goes on',
  async () => {
    const wallet = await registerWallet(thePlace())
    await wallet.useDeviceKey(await generateDeviceKey())
    const ready = await newReady({ wallet })
    const { agent, ask, connection_id } = ready
    const { stopped_at } = await wallet.connections.stopAll()
    assert.ok(stopped_at)
    await refused(agent.paymentRequests.create(intentOf(ready)), 'connection_paused', 403)
    await refused(wallet.connections.update(connection_id, { status: 'active' }), 'wallet_stopped', 409)
    assert.equal((await wallet.undoStop()).stopped_at, null)
    assert.equal((await ask('after-the-stop')).payment_request.status, 'pending')
  },
)

journey('payer', 'An agent rewords the purchase after I was asked; I still see the words of the request', async () => {
  const ready = await newReady()
  const { agent, wallet } = ready
  const { transaction_id } = (await agent.transactionContexts.create({ title: 'Two books' })).transaction_context
  const { request_id } = (await agent.paymentRequests.create({ ...intentOf(ready), transaction_id })).payment_request
  await agent.transactionContexts.create({ transaction_id, title: 'Something else' })
  const { transaction_context, transaction_revision } = (await wallet.paymentRequests.read(request_id)).payment_request
  assert.deepEqual([transaction_context, transaction_revision], ['pinned', 1])
  const pinned = await wallet.transactionContexts.read(transaction_id, { revision: transaction_revision })
  assert.equal(pinned.transaction_context.title, 'Two books')
})

journey('payer', 'I no longer trust an agent and end its connection', async () => {
  const ready = await newReady()
  await ready.wallet.connections.revoke(ready.connection_id)
  await refused(ready.agent.paymentRequests.create(intentOf(ready)), 'connection_revoked', 403)
})

journey('payer', 'I look up what I paid, to whom and with which transaction', async () => {
  const { wallet, payee, ask } = await newReady()
  const { request_id } = (await ask('order-to-look-up')).payment_request
  await reportUpTo(wallet, request_id, 'confirmed')
  const paid = (await wallet.paymentRequests.list().toArray()).find((one) => one.request_id === request_id)
  assert.deepEqual(
    [paid?.status, paid?.transaction_hash, paid?.recipient_id],
    ['confirmed', TRANSACTION_HASH, payee.recipient_id],
  )
})
