/** PORT=3000 WEBHOOK_SECRETS='whsec_…' npm start */
import { verifyWebhook, WebhookVerificationError } from '@pursestrings/sdk'
import express from 'express'

// Two while a secret is rotated, with a space between.
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(' ')
// Yours is a table: it must survive a restart.
const handled = new Set<string>()

const app = express()

// Bytes as they came. An express.json() that runs before this one would leave nothing to verify.
app.post('/webhooks', express.raw({ type: '*/*', limit: '256kb' }), async (request, response) => {
  try {
    const { id, message } = await verifyWebhook(request.body, request.headers, secrets)
    if (message.type === 'webhook_endpoint.challenge') {
      response.json({ challenge: message.data.challenge })
      return
    }
    // The same event comes again where our answer was lost. It is a hint: read the record before you act.
    if (!handled.has(id)) {
      console.log(`${message.type} ${JSON.stringify(message.data)}`)
      // The ledger shows the payment, bound to this request. `confirmed` is only the wallet's word.
      if (message.type === 'payment_request.chain_observed') console.log(`deliver: ${message.data.request_id}`)
    }
    handled.add(id)
    response.status(204).end()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    response.status(400).end()
  }
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address()
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`)
})
