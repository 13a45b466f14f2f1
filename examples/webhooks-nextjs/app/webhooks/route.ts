import { verifyWebhook, WebhookVerificationError } from '@pursestrings/sdk'

// Two while a secret is rotated, with a space between.
const secrets = () => (process.env.WEBHOOK_SECRETS ?? '').split(' ')
// Yours is a table: it must survive a restart.
const handled = new Set<string>()

export const POST = async (request: Request): Promise<Response> => {
  try {
    // The text as it came: what request.json() gives no longer has the bytes that were signed.
    const { id, message } = await verifyWebhook(await request.text(), request.headers, secrets())
    if (message.type === 'webhook_endpoint.challenge') return Response.json({ challenge: message.data.challenge })
    // The same event comes again where our answer was lost. It is a hint: read the record before you act.
    if (!handled.has(id)) {
      console.log(`${message.type} ${JSON.stringify(message.data)}`)
      // The ledger shows the payment, bound to this request. `confirmed` is only the wallet's word.
      if (message.type === 'payment_request.chain_observed') console.log(`deliver: ${message.data.request_id}`)
    }
    handled.add(id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 })
    throw error
  }
}
