import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createAgentClient,
  createMerchantClient,
  generateKeyPair,
  type MerchantEvent,
  signCredentialProof,
  type VerifiedWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '@pursestrings/sdk'
import { describe } from 'vitest'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady, refused, theShop } from '../stage.ts'
import { registerAgent, SCOPES } from '../steps/agent.ts'
import { getReady } from '../steps/ready.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

// A merchant finds a request again, and hears of everything in one feed.
describe('merchant reads', () => {
  journey('merchant', 'A customer asks about an order; I open its request and see every step', async () => {
    const { merchant, wallet, connection_id, ask } = await newReady()
    const { request_id } = (await ask('order-asked-about')).payment_request
    await reportUpTo(wallet, request_id, 'confirmed')
    const { payment_request } = await merchant.paymentRequests.readForMerchant(request_id, { connection_id })
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
    const connections = await merchant.connections.listForMerchant({ status: 'active' }).toArray()
    assert.ok(connections.some((one) => one.connection_id === connection_id))
    await merchant.connections.revokeForMerchant(connection_id)
    await refused(agent.connections.readCurrent(), 'connection_revoked', 403)
  })
})

// A merchant's own server, with a key of its own in place of a person's session.
describe('merchant server', () => {
  journey('merchant', 'My server lists our payment requests with a key, long after I signed out', async () => {
    const { merchant, ask } = await newReady()
    const { base_url } = thePlace()
    const { request_id } = (await ask('order-of-the-day')).payment_request
    const { merchant_key, secret } = await merchant.merchantKeys.create({
      name: 'Order server',
      scopes: ['payment_requests:read'],
    })
    const server = createMerchantClient({ base_url, merchant_key: secret })
    const requests = await server.paymentRequests.listForMerchant().toArray({ limit: 100 })
    assert.ok(requests.some((one) => one.request_id === request_id))
    const { merchant_key: used } = await merchant.merchantKeys.read(merchant_key.merchant_key_id)
    assert.ok(used.last_used_at)
  })

  journey('merchant', 'Somebody stole the key of our server: it moves no money, and I end it at once', async () => {
    const { merchant } = await newReady()
    const { base_url } = thePlace()
    const { merchant_key, secret } = await merchant.merchantKeys.create({ name: 'Audit', scopes: ['audit:read'] })
    const thief = createMerchantClient({ base_url, merchant_key: secret })
    await refused(thief.paymentRequests.listForMerchant().page(), 'scope_missing', 403)
    await assert.rejects(
      thief.recipients.create({ name: 'Mine', network: 'stellar_testnet', asset: 'XLM', address: 'G' }),
      /session token/,
    )
    await merchant.merchantKeys.revoke(merchant_key.merchant_key_id)
    await refused(thief.auditEvents.list().page(), 'credential_invalid', 401)
  })
})

// What a merchant does after the first day: move a payee, replace keys, look back.
describe('merchant upkeep', () => {
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
    const [old] = await merchant.agentCredentials.list(agent_id).toArray()
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
    await refused(ready.agent.connections.readCurrent(), 'agent_not_active', 403)
  })
})

describe('payees', () => {
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

      const would = await merchant.recipients.previewRecall(recipient_id, recipient_version_id)
      assert.equal(would.pending, 1)
      await merchant.recipients.recallVersion(recipient_id, recipient_version_id, { reason: 'compromised' })
      const { payment_request } = await wallet.paymentRequests.read(before.request_id)
      assert.deepEqual([payment_request.status, payment_request.reason], ['failed', 'recipient_recalled'])
      assert.equal(payment_request.payee.verified, false)
      await refused(ask('order-2002'), 'recipient_version_not_active', 409)
      const paid = { status: 'signed', transaction_hash: TRANSACTION_HASH } as const
      assert.equal((await wallet.paymentRequests.reportStatus(before.request_id, paid)).late, true)
    },
  )
})

// A merchant is told of what happens, and believes only what is signed; what was told is what the feed says.
describe('webhooks', () => {
  const DEADLINE_MS = 20_000
  const { receive } = thePlace()
  const skip = receive ? false : 'the service cannot reach this machine: give --webhook-url and --webhook-port'

  interface Heard extends VerifiedWebhook {
    readonly raw_body: string
    readonly headers: Readonly<Record<string, string>>
  }

  journey(
    'merchant',
    'My server hears by signed webhook what the feed says',
    async () => {
      const { merchant, agent, wallet, ask } = await newReady()
      const heard: Heard[] = []
      const secrets: string[] = []
      const url = await receive?.(async (raw_body, headers) => {
        const verified = await verifyWebhook(raw_body, headers, secrets)
        heard.push({ ...verified, raw_body, headers })
        const { message } = verified
        return message.type === 'webhook_endpoint.challenge' ? { challenge: message.data.challenge } : {}
      })
      const until = async (type: string, count = 1): Promise<readonly Heard[]> => {
        const matching = () => heard.filter(({ message }) => message.type === type)
        for (const end = Date.now() + DEADLINE_MS; matching().length < count; await pause(20)) {
          assert.ok(Date.now() < end, `${type} was not heard in time`)
        }
        return matching()
      }

      const { webhook_endpoint, secret } = await merchant.webhookEndpoints.create({ url: url ?? '' })
      secrets.push(secret)
      const { webhook_endpoint_id } = webhook_endpoint
      assert.equal((await merchant.webhookEndpoints.verify(webhook_endpoint_id)).webhook_endpoint.status, 'active')

      const { request_id } = (await ask('order-heard')).payment_request
      await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
      const [rejected] = await until('payment_request.rejected')
      const [event] = (await agent.events.list({ since: (await agent.events.latest()) - 1 })).events
      assert.ok(rejected && 'request_id' in rejected.message.data)
      assert.deepEqual([rejected.message.data.request_id, rejected.message.data.cursor], [request_id, event?.cursor])
      assert.equal(rejected.id, event?.event_id)
      assert.equal((await agent.paymentRequests.read(request_id)).payment_request.status, rejected.message.data.status)

      // Every byte is signed.
      const changed = verifyWebhook(rejected.raw_body.replace('rejected', 'confirmed'), rejected.headers, secrets)
      await assert.rejects(changed, WebhookVerificationError)

      // After a rotation the old secret still fits for a while, and so does the new one.
      const rotated = await merchant.webhookEndpoints.rotateSecret(webhook_endpoint_id)
      await merchant.webhookEndpoints.test(webhook_endpoint_id)
      await until('webhook_endpoint.test', 1)
      secrets.splice(0, 1, rotated.secret)
      await merchant.webhookEndpoints.test(webhook_endpoint_id)
      await until('webhook_endpoint.test', 2)
      await merchant.webhookEndpoints.delete(webhook_endpoint_id)
    },
    { skip },
  )
})
