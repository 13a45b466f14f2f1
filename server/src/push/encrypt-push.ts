/**
 * A push message for one device (RFC 8291): what the push service carries is a single record of `aes128gcm` (RFC 8188) that
 * only the device opens. Key pair and salt are made for each message and forgotten.
 */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

export interface PushReceiver {
  /** The device's P-256 point, uncompressed. */
  readonly p256dh: Buffer
  /** 16 bytes that the device and this service share. */
  readonly auth: Buffer
}

const CURVE = 'prime256v1'
const RECORD_SIZE = 4096
/** Says that this record is the last one. */
const LAST = Buffer.of(2)

const newPair = (): ECDH => {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}
const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
const ascii = (text: string): Buffer => Buffer.from(text, 'ascii')

export const encryptPush = (
  plaintext: Buffer,
  { p256dh, auth }: PushReceiver,
  { pair, salt }: { pair: ECDH; salt: Buffer } = { pair: newPair(), salt: randomBytes(16) },
): Buffer => {
  const ours = pair.getPublicKey()
  const info = Buffer.concat([ascii('WebPush: info\0'), p256dh, ours])
  const secret = hkdf(pair.computeSecret(p256dh), auth, info, 32)
  const key = hkdf(secret, salt, ascii('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, ascii('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  const header = [salt, size, Buffer.of(ours.length), ours]
  return Buffer.concat([...header, cipher.update(plaintext), cipher.update(LAST), cipher.final(), cipher.getAuthTag()])
}
