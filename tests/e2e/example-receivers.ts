/** Which examples there are, and what a receiver of webhooks must do, whatever it is built with. */
import { expect } from 'vitest'
import { signWebhookForTests } from '../../packages/sdk/src/verify-webhook.ts'

export const AGENTS = ['ai-sdk', 'openai-agents', 'langchain', 'mastra']
export const SERVERS = ['webhooks-hono', 'webhooks-express']
/** Next.js itself is 342 MB: its route handler takes a Request, and is called with one. */
export const NEXT = 'webhooks-nextjs'

export const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const event = (kind: string) =>
  JSON.stringify({ type: `payment_request.${kind}`, timestamp: '', data: { request_id: 'r1' } })
const EVENT = event('confirmed')
const CHALLENGE = JSON.stringify({ type: 'webhook_endpoint.challenge', timestamp: '', data: { challenge: 'c1' } })

/** What it prints: the wallet's word delivers nothing. */
export const RECEIVED = [
  'payment_request.confirmed {"request_id":"r1"}',
  'payment_request.chain_observed {"request_id":"r1"}',
  'deliver: r1',
]

/** Genuine twice, altered, the challenge, and the ledger's word. */
export const expectReceiver = async (post: (request: RequestInit) => Promise<Response>): Promise<void> => {
  const sent = async (signed: string, body = signed, id = 'evt_1') => {
    const headers = {
      'content-type': 'application/json',
      ...(await signWebhookForTests(signed, SECRET, { id })),
    }
    return post({ method: 'POST', headers, body })
  }
  expect([(await sent(EVENT)).status, (await sent(EVENT)).status]).toEqual([204, 204])
  expect((await sent(EVENT, EVENT.replace('r1', 'r2'))).status).toBe(400)
  const proven = await sent(CHALLENGE)
  expect([proven.status, await proven.json()]).toEqual([200, { challenge: 'c1' }])
  const observed = event('chain_observed')
  expect((await sent(observed, observed, 'evt_2')).status).toBe(204)
}
