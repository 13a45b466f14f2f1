/** Signatures of webhooks: the same as everybody else's, over the exact bytes, in time, and over nothing else. */
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { signWebhookForTests, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`
const secret = newSecret()
const BODY = '{"type":"payment_request.signed","timestamp":"2026-11-15T09:30:00.000Z","data":{"note":"ü 価"}}'
const now = new Date('2026-11-15T09:30:05.400Z')
const later = (s: number) => new Date(now.getTime() + s * 1000)
const refused = (reason: WebhookVerificationError['reason']) => expect.objectContaining({ reason })

describe('with the reference implementation', () => {
  test.each([24, 32, 64])('what it signs with %i bytes is accepted here', async (bytes) => {
    const theirs = newSecret(bytes)
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(theirs).sign('evt_1', now, BODY),
    }
    const { id, message } = await verifyWebhook(BODY, headers, theirs, { now })
    expect([id, message.type]).toEqual(['evt_1', 'payment_request.signed'])
    expect(await verifyWebhook(Buffer.from(BODY), new Headers(headers), theirs, { now })).toEqual({ id, message })
  })

  test('what is signed here is accepted there', async () => {
    const headers = await signWebhookForTests(BODY, secret, { now: new Date() })
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  })
})

test('any flipped bit of the body fails, and so does any of the id, the time or the signature', async () => {
  const headers = await signWebhookForTests(BODY, secret, { id: 'evt_1', now })
  const bytes = Buffer.from(BODY)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const bent = Buffer.from(bytes)
    bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    await expect(verifyWebhook(bent, headers, secret, { now })).rejects.toEqual(refused('signature'))
  }
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
    for (let at = 0; at < headers[name].length; at++) {
      const letter = headers[name].charCodeAt(at) ^ 1
      const bent = headers[name].slice(0, at) + String.fromCharCode(letter) + headers[name].slice(at + 1)
      const checked = verifyWebhook(BODY, { ...headers, [name]: bent }, secret, { now, tolerance_s: 1e12 })
      await expect(checked).rejects.toBeInstanceOf(WebhookVerificationError)
    }
  }
})

test('300 seconds are in time, 301 are not, either way', async () => {
  const headers = await signWebhookForTests(BODY, secret, { now })
  for (const s of [-300, -1, 0, 300]) {
    expect((await verifyWebhook(BODY, headers, secret, { now: later(s) })).id).toBe(headers['webhook-id'])
  }
  await expect(verifyWebhook(BODY, headers, secret, { now: later(301) })).rejects.toEqual(refused('too_old'))
  await expect(verifyWebhook(BODY, headers, secret, { now: later(-301) })).rejects.toEqual(refused('too_new'))
})

test('during a rotation either side may hold two', async () => {
  const [old, next] = [newSecret(), newSecret()]
  const [a, b] = [
    await signWebhookForTests(BODY, old, { id: 'x', now }),
    await signWebhookForTests(BODY, next, { id: 'x', now }),
  ]
  const both = { ...a, 'webhook-signature': `v1a,nonsense ${a['webhook-signature']} ${b['webhook-signature']}` }
  for (const held of [old, next, [newSecret(), next]]) {
    expect((await verifyWebhook(BODY, both, held, { now })).id).toBe('x')
  }
  await expect(verifyWebhook(BODY, both, newSecret(), { now })).rejects.toEqual(refused('signature'))
  expect((await verifyWebhook(BODY, a, [next, old], { now })).id).toBe('x')
})

test('a parsed body is refused by its type and when it runs', async () => {
  const headers = await signWebhookForTests(BODY, secret, { now })
  // @ts-expect-error -- what a JSON middleware leaves is no raw body
  const parsed = () => verifyWebhook(JSON.parse(BODY) as object, headers, secret, { now })
  await expect(parsed()).rejects.toThrow(/raw body/)
})

test('headers are found in any spelling; missing ones, other versions and empty secrets open nothing', async () => {
  const headers = await signWebhookForTests(BODY, secret, { now })
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  expect((await verifyWebhook(BODY, upper, secret, { now })).id).toBe(headers['webhook-id'])
  for (const name of Object.keys(headers)) {
    await expect(verifyWebhook(BODY, { ...headers, [name]: undefined }, secret, { now })).rejects.toEqual(
      refused('headers'),
    )
  }
  const other = { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }
  await expect(verifyWebhook(BODY, other, secret, { now })).rejects.toEqual(refused('signature'))
  for (const wrong of ['', 'whsec_', 'whsec_AAAA', 'whsec_%%%']) {
    await expect(verifyWebhook(BODY, headers, wrong, { now })).rejects.toThrow(TypeError)
  }
  await expect(verifyWebhook(BODY, headers, [], { now })).rejects.toEqual(refused('signature'))
})

test('what is signed and no JSON is told apart', async () => {
  const headers = await signWebhookForTests('plain', secret, { now })
  await expect(verifyWebhook('plain', headers, secret, { now })).rejects.toEqual(refused('not_json'))
})
