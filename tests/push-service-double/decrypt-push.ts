// Test double: how a browser opens a push message (RFC 8291, 8188). Written by itself, so that it shares no mistake with the
// service.
import { createDecipheriv, createHmac, type ECDH } from 'node:crypto'

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
