// Test double: a push service (RFC 8030) over real HTTPS, with devices that are subscribed to it. It takes a message only as
// the standards want it: with a TTL, signed for this very service by the key that the device subscribed with (RFC 8292), and
// encrypted for the device (RFC 8291), whose part it plays, too. `answerNext` makes it refuse.
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type PushSubscriptionOnWire = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  readonly application_server_key: string
}

export type Arrived = {
  readonly endpoint: string
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  /** What the device read. */
  readonly text: string
  /** What the sender signed. */
  readonly claims: { readonly aud?: string; readonly exp?: number; readonly sub?: string }
  readonly status: number
}

/** `after`: it keeps the sender waiting until then. */
type Refusal = { readonly status: number; readonly retry_after?: string; readonly after?: Promise<void> }

export type PushServiceDouble = {
  readonly origin: string
  readonly port: number
  /** Every message that came, taken or not, in order. */
  readonly arrived: readonly Arrived[]
  /** What was wrong with those that broke a rule. */
  readonly faults: readonly string[]
  /** A device that subscribed with this key. */
  subscribe(application_server_key: string): PushSubscriptionOnWire
  /** The next messages to that endpoint are answered like this; afterwards they are taken again. */
  answerNext(endpoint: string, ...refusals: readonly Refusal[]): void
  stop(): Promise<void>
}

const DAY_S = 86_400

const readToken = (authorization: string) => {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+),\s*k=([A-Za-z0-9_-]+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { key, signed, header: parse(header) as { alg?: string }, claims: parse(payload) as Arrived['claims'] }
}

export async function startPushServiceDouble(
  certificate: { readonly key: string; readonly cert: string },
  host = '127.0.0.1',
): Promise<PushServiceDouble> {
  const arrived: Arrived[] = []
  const faults: string[] = []
  const devices = new Map<string, Subscriber & { readonly bound_to: string }>()
  const refusals = new Map<string, Refusal[]>()
  let messages = 0

  const faultsOf = (headers: Arrived['headers'], bound_to: string): { wrong: string[]; claims: Arrived['claims'] } => {
    const wrong: string[] = []
    const { key, signed, header, claims } = readToken(headers['authorization'] ?? '')
    const now_s = Date.now() / 1000
    if (!signed || header.alg !== 'ES256') wrong.push('the token is not signed')
    if (key !== bound_to) wrong.push('the token is signed by another key than the subscription names')
    if (claims.aud !== origin) wrong.push(`the token is for ${claims.aud}`)
    if (claims.exp === undefined || claims.exp <= now_s || claims.exp > now_s + DAY_S)
      wrong.push('the token ends badly')
    if (claims.sub !== undefined && !/^(mailto:|https:)/.test(claims.sub)) wrong.push('the contact is no address')
    if (!/^\d+$/.test(headers['ttl'] ?? '')) wrong.push('no TTL')
    if (headers['content-encoding'] !== 'aes128gcm') wrong.push('not aes128gcm')
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(headers['topic'] ?? 'none')) wrong.push('no topic')
    return { wrong, claims }
  }

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const endpoint = `${origin}${request.url}`
    const body = await buffer(request)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const device = devices.get(endpoint)
    if (!device || request.method !== 'POST') return void response.writeHead(404).end()
    const { wrong, claims } = faultsOf(headers, device.bound_to)
    const refusal = refusals.get(endpoint)?.shift()
    const status = wrong.length > 0 ? 403 : (refusal?.status ?? 201)
    faults.push(...wrong)
    arrived.push({ endpoint, at: Date.now(), headers, claims, status, text: decryptPush(body, device).toString() })
    messages += 1
    await refusal?.after
    response.writeHead(status, {
      ...(status === 201 && { location: `${origin}/message/${messages}` }),
      ...(refusal?.retry_after !== undefined && { 'retry-after': refusal.retry_after }),
    })
    response.end()
  }
  const server = createServer({ ...certificate }, (request, response) => {
    receive(request, response).catch((error: unknown) => {
      faults.push(String(error))
      response.writeHead(400).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `https://${host}:${port}`
  return {
    origin,
    port,
    arrived,
    faults,
    subscribe(application_server_key) {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16)
      const endpoint = `${origin}/send/${randomBytes(16).toString('base64url')}`
      devices.set(endpoint, { pair, auth, bound_to: application_server_key })
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') }, application_server_key }
    },
    answerNext(endpoint, ...next) {
      refusals.set(endpoint, [...(refusals.get(endpoint) ?? []), ...next])
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

// Test double: how a browser opens a push message (RFC 8291, 8188). Written by itself, so that it shares no mistake with the
// service.

export type Subscriber = { readonly pair: ECDH; readonly auth: Buffer }

const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}
/** One round of HKDF is enough for 32 bytes. */
const derive = (salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number): Buffer =>
  hmac(hmac(salt, secret), info, Uint8Array.of(1)).subarray(0, length)
const label = (text: string): Buffer => Buffer.from(`${text}\0`)

export function decryptPush(body: Buffer, { pair, auth }: Subscriber): Buffer {
  const salt = body.subarray(0, 16)
  const record_size = body.readUInt32BE(16)
  const key_length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + key_length)
  const record = body.subarray(21 + key_length)
  if (key_length !== 65) throw new Error(`the key of the sender has ${key_length} bytes`)
  if (record.length > record_size || body.length > 4096) throw new Error('more than one record, or too long')
  const info = Buffer.concat([label('WebPush: info'), pair.getPublicKey(), sender])
  const secret = derive(auth, pair.computeSecret(sender), info, 32)
  const key = derive(salt, secret, label('Content-Encoding: aes128gcm'), 16)
  const nonce = derive(salt, secret, label('Content-Encoding: nonce'), 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the record does not end as the last one does')
  return padded.subarray(0, end)
}
