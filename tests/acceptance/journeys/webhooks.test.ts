/** A merchant is told of what happens, and believes only what is signed; what was told is what the feed says. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type VerifiedWebhook, verifyWebhook, WebhookVerificationError } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { journey, newReady } from '../stage.ts'

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
