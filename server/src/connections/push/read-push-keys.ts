/**
 * The setting PUSH_KEYS: `id:key` with the 32 bytes of a P-256 private key in base64url, separated by commas. Devices
 * subscribe with the first; messages to those who subscribed with another one are signed with that one. A fault never quotes it.
 */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { Type } from 'typebox'

export const PUSH_SETTINGS = {
  PUSH_KEYS: Type.Optional(
    Type.String({
      description:
        'P-256 keys that identify this service to push services (VAPID): `id:key` with 32 bytes in base64url, separated by commas. Wallets subscribe with the first; keep older ones as long as devices use them. Without it there are no push messages. Secret',
    }),
  ),
}

export interface PushKey {
  readonly key_id: string
  readonly key: KeyObject
  /** The uncompressed point in base64url, as `applicationServerKey` takes it. */
  readonly public_key: string
}

export class PushKeysFault extends Error {}

const ITEM = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9_-]{43})$/
const FORM = 'must be id:key with the 32 bytes of a P-256 private key in base64url, separated by commas'

export const readPushKeys = (setting: string): PushKey[] => {
  const keys = setting.split(',').map((item) => {
    const [, key_id, text = ''] = ITEM.exec(item.trim()) ?? []
    const bytes = Buffer.from(text, 'base64url')
    if (key_id === undefined || bytes.toString('base64url') !== text) throw new PushKeysFault(FORM)
    return { key_id, ...pairOf(bytes) }
  })
  if (new Set(keys.map((key) => key.key_id)).size < keys.length) throw new PushKeysFault('has two keys with one id')
  return keys
}

const pairOf = (bytes: Buffer): Pick<PushKey, 'key' | 'public_key'> => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(bytes)
  } catch {
    throw new PushKeysFault(FORM)
  }
  const point = pair.getPublicKey()
  const text = (part: Buffer): string => part.toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)), d: text(bytes) }
  return { key: createPrivateKey({ key: jwk, format: 'jwk' }), public_key: text(point) }
}
