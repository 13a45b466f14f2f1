/** A merchant is told of what happens, and believes only what is signed; what was told is what the feed says. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyWebhook, type WebhookMessage } from '@countersign/sdk'
import type { Place, Ready } from './journeys.ts'

const DEADLINE_MS = 20_000

export const hearByWebhook = async (place: Place, { merchant, agent, wallet, ask }: Ready): Promise<void> => {
  assert.ok(place.receive, 'nobody receives here')
  const heard: WebhookMessage[] = []
  const secrets: string[] = []
  const url = place.receive(async (rawBody, headers) => {
    const { message } = await verifyWebhook(rawBody, headers, secrets)
    heard.push(message)
    return message.type === 'webhook_endpoint.challenge' ? { challenge: message.data.challenge } : {}
  })
  const until = async (type: WebhookMessage['type'], count = 1) => {
    const end = Date.now() + DEADLINE_MS
    const matching = () => heard.filter((message) => message.type === type)
    while (matching().length < count) {
      assert.ok(Date.now() < end, `${type} was not heard in time`)
      await pause(20)
    }
    return matching()
  }

  const { webhook_endpoint, secret } = await merchant.webhookEndpoints.create({ url })
  secrets.push(secret)
  const { webhook_endpoint_id } = webhook_endpoint
  assert.equal((await merchant.webhookEndpoints.verify(webhook_endpoint_id)).webhook_endpoint.status, 'active')

  const { request_id } = (await ask('order-heard')).payment_request
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
  const [told] = await until('payment_request.rejected')
  const [event] = (await agent.events.list({ since: (await agent.events.latest()) - 1 })).events
  assert.ok(told?.type === 'payment_request.rejected' && 'request_id' in told.data)
  assert.deepEqual([told.data.request_id, told.data.cursor], [request_id, event?.cursor])
  assert.equal((await agent.paymentRequests.read(request_id)).payment_request.status, told.data.status)

  // After a rotation the old secret still fits for a while, and so does the new one.
  const rotated = await merchant.webhookEndpoints.rotateSecret(webhook_endpoint_id)
  await merchant.webhookEndpoints.test(webhook_endpoint_id)
  await until('webhook_endpoint.test', 1)
  secrets.splice(0, 1, rotated.secret)
  await merchant.webhookEndpoints.test(webhook_endpoint_id)
  await until('webhook_endpoint.test', 2)
  await merchant.webhookEndpoints.delete(webhook_endpoint_id)
}
