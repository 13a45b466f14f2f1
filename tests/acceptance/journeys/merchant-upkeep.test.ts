/** What a merchant does after the first day: move a payee, replace keys, look back. */
import assert from 'node:assert/strict'
import {
  createAgentClient,
  createMerchantClient,
  generateKeyPair,
  type MerchantEvent,
  signCredentialProof,
} from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { journey, newReady, refused, theShop } from '../stage.ts'
import { getReady, registerAgent, SCOPES } from '../steps/ready.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

const newKey = async (agent_id: string, kid: string) => {
  const { merchant } = await theShop()
  const { private_key, public_key } = await generateKeyPair()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { credential, proof_challenge } = await merchant.agentCredentials.register(agent_id, {
    kid,
    alg: 'Ed25519',
    public_key,
    expires_at,
  })
  const proof = await signCredentialProof(private_key, proof_challenge.challenge)
  await merchant.agentCredentials.activate(agent_id, credential.credential_id, proof)
  const { base_url, audience } = thePlace()
  return { credential, client: createAgentClient({ base_url, audience, agent_id, kid, private_key }) }
}

/** The agent's key works if it can start to pair. */
const canSign = (agent: ReturnType<typeof createAgentClient>) => agent.pairing.start({ scopes: SCOPES })

journey('merchant', "I replace my agent's key, and both work until I retire the old one", async () => {
  const { merchant } = await theShop()
  await registerAgent(thePlace(), merchant)
  const [agent] = await merchant.agents.list().toArray()
  const agent_id = agent?.agent_id ?? ''
  const [old] = (await merchant.agents.read(agent_id)).credentials
  const { client } = await newKey(agent_id, 'second')
  await canSign(client)
  await merchant.agentCredentials.revoke(agent_id, old?.credential_id ?? '')
  await canSign(client)
})

journey('merchant', "My agent's key leaked; I revoke it, and it opens nothing any more", async () => {
  const { merchant } = await theShop()
  await registerAgent(thePlace(), merchant)
  const [agent] = await merchant.agents.list().toArray()
  const agent_id = agent?.agent_id ?? ''
  const { credential, client } = await newKey(agent_id, 'leaked')
  await canSign(client)
  await merchant.agentCredentials.revoke(agent_id, credential.credential_id)
  await refused(canSign(client), 'credential_revoked', 403)
})

journey('merchant', 'I look back at who changed what', async () => {
  const { merchant } = await theShop()
  const { agent } = await merchant.agents.create({
    name: 'Till agent',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: SCOPES,
  })
  const changes = await merchant.auditEvents.list().toArray()
  assert.ok(changes.some(({ action, target }) => action === 'agent.created' && target === agent.agent_id))
})

journey('merchant', 'I stop an agent, and none of its connections can ask any more', async () => {
  const ready = await newReady()
  const [agent] = await ready.merchant.agents.list().toArray()
  await ready.merchant.agents.update(agent?.agent_id ?? '', { status: 'suspended', version: agent?.version ?? 0 })
  await refused(ready.agent.connections.read('current'), 'agent_not_active', 403)
})

// A merchant finds a request again, and hears of everything in one feed.

journey('merchant', 'A customer asks about an order; I open its request and see every step', async () => {
  const { merchant, wallet, connection_id, ask } = await newReady()
  const { request_id } = (await ask('order-asked-about')).payment_request
  await reportUpTo(wallet, request_id, 'confirmed')
  const { payment_request } = await merchant.paymentRequests.read(request_id, { connection_id })
  assert.deepEqual(
    payment_request.history?.map(({ status, said_by }) => [status, said_by]),
    [
      ['pending', 'agent'],
      ['signed', 'wallet'],
      ['broadcasted', 'wallet'],
      ['confirmed', 'wallet'],
    ],
  )
  assert.equal(payment_request.transaction_hash, TRANSACTION_HASH)
})

journey('merchant', 'My receiver was down; I read on in the feed from where it stopped', async () => {
  const { merchant, wallet, ask } = await newReady()
  const since = await merchant.feed.latest()
  const { request_id } = (await ask('order-while-down')).payment_request
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
  const heard: MerchantEvent[] = []
  for await (const event of merchant.feed.follow({ since })) {
    heard.push(event)
    if (event.type === 'payment_request.rejected') break
  }
  const cursors = heard.map(({ cursor }) => cursor)
  assert.deepEqual(
    cursors,
    cursors.map((_, at) => since + 1 + at),
  )
})

journey('merchant', 'I see which wallets my agents are connected to, and end one connection', async () => {
  const { merchant, agent, connection_id } = await newReady()
  const connections = await merchant.connections.list({ status: 'active' }).toArray()
  assert.ok(connections.some((one) => one.connection_id === connection_id))
  await merchant.connections.revoke(connection_id)
  await refused(agent.connections.read('current'), 'connection_revoked', 403)
})

// A merchant's own server, with a key of its own in place of a person's session.

journey('merchant', 'My server lists our payment requests with a key, long after I signed out', async () => {
  const { merchant, ask } = await newReady()
  const { base_url } = thePlace()
  const { request_id } = (await ask('order-of-the-day')).payment_request
  const { merchant_key, secret } = await merchant.merchantKeys.create({
    name: 'Order server',
    scopes: ['payment_requests:read'],
  })
  const server = createMerchantClient({ base_url, merchant_key: secret })
  const requests = await server.paymentRequests.list().toArray({ limit: 100 })
  assert.ok(requests.some((one) => one.request_id === request_id))
  const keys = await merchant.merchantKeys.list().toArray()
  assert.ok(keys.find((one) => one.merchant_key_id === merchant_key.merchant_key_id)?.last_used_at)
})

journey('merchant', 'Somebody stole the key of our server: it moves no money, and I end it at once', async () => {
  const { merchant } = await newReady()
  const { base_url } = thePlace()
  const { merchant_key, secret } = await merchant.merchantKeys.create({ name: 'Audit', scopes: ['audit:read'] })
  const thief = createMerchantClient({ base_url, merchant_key: secret })
  await refused(thief.paymentRequests.list().page(), 'scope_missing', 403)
  await assert.rejects(
    thief.recipients.create({ name: 'Mine', network: 'stellar_testnet', asset: 'XLM', address: 'G' }),
    /session token/,
  )
  await merchant.merchantKeys.revoke(merchant_key.merchant_key_id)
  await refused(thief.auditEvents.list().page(), 'credential_invalid', 401)
})

// A shop of their own: what is recalled here serves nobody else.
journey(
  'merchant',
  'I give our till another name, then somebody gets at it: I recall it, and nobody pays it any more',
  async () => {
    const { merchant, wallet, payee, ask } = await getReady(thePlace())
    const { payment_request: before } = await ask('order-2001')
    const { recipient_id, recipient_version_id } = payee
    const { recipient } = await merchant.recipients.read(recipient_id)
    await merchant.recipients.update(recipient_id, { name: 'Harbour Books front desk', version: recipient.version })
    assert.equal((await wallet.review(before.request_id)).facts.payee.name, before.payee.name)

    const { recall: would } = await merchant.recipients.readVersion(recipient_id, recipient_version_id)
    assert.equal(would.pending, 1)
    await merchant.recipients.stopVersion(recipient_id, recipient_version_id, {
      action: 'recall',
      reason: 'compromised',
    })
    const { payment_request } = await wallet.paymentRequests.read(before.request_id)
    assert.deepEqual([payment_request.status, payment_request.reason], ['failed', 'recipient_recalled'])
    assert.equal(payment_request.payee.verified, false)
    await refused(ask('order-2002'), 'recipient_version_not_active', 409)
    const paid = { status: 'signed', transaction_hash: TRANSACTION_HASH } as const
    assert.equal((await wallet.paymentRequests.reportStatus(before.request_id, paid)).late, true)
  },
)
