import { verifyWebhook, WebhookVerificationError } from '@pursestrings/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

// Two while a secret is rotated, with a space between.
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(' ')
// Yours is a table: it must survive a restart.
const handled = new Set<string>()

export const app = new Hono()

app.post('/webhooks', bodyLimit({ maxSize: 256 * 1024 }), async (c) => {
  try {
    // The text as it came: what c.req.json() gives no longer has the bytes that were signed.
    const { id, message } = await verifyWebhook(await c.req.text(), c.req.raw.headers, secrets)
    if (message.type === 'webhook_endpoint.challenge') return c.json({ challenge: message.data.challenge })
    // The same event comes again where our answer was lost. It is a hint: read the record before you act.
    if (!handled.has(id)) {
      console.log(`${message.type} ${JSON.stringify(message.data)}`)
      // The ledger shows the payment, bound to this request. `confirmed` is only the wallet's word.
      if (message.type === 'payment_request.chain_observed') console.log(`deliver: ${message.data.request_id}`)
    }
    handled.add(id)
    return c.body(null, 204)
  } catch (error) {
    if (error instanceof WebhookVerificationError) return c.body(null, 400)
    throw error
  }
})
