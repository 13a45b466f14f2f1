/**
 * Takes webhooks: checks each with the SDK over the bytes that came, answers the challenge, and notes each event once. It
 * speaks plain HTTP and belongs behind whatever ends TLS for your site.
 *
 *   PORT=3000 WEBHOOK_SECRETS='whsec_…' node --conditions=@pursestrings/source examples/webhook-receiver/receiver.ts
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook, WebhookVerificationError } from '@pursestrings/sdk'

// Two while a secret is rotated, with a space between.
const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(' ')
// Yours is a table: it must survive a restart.
const handled = new Set<string>()

const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    const { id, message } = await verifyWebhook(await buffer(request), request.headers, secrets)
    if (message.type === 'webhook_endpoint.challenge') {
      response.end(JSON.stringify({ challenge: message.data.challenge }))
      return
    }
    // The same event comes again where our answer was lost. What it says is a hint: read the record before you act.
    if (!handled.has(id)) {
      console.log(`${message.type} ${JSON.stringify(message.data)}`)
      // The ledger shows the payment, bound to this request. `confirmed` is only the wallet's word.
      if (message.type === 'payment_request.chain_observed') console.log(`deliver: ${message.data.request_id}`)
    }
    handled.add(id)
    response.writeHead(204).end()
  } catch (error) {
    const status = error instanceof WebhookVerificationError ? 400 : 500
    response.writeHead(status).end()
  }
}

const server = createServer((request, response) => void receive(request, response))
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
