/** Push messages: where a device gets them, how they are encrypted for it, and who sends them. */
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { setPushSubscription as setPushSubscriptionOperation } from '@pursestrings/contract/devices/push-operations'
import { pushEndpointInvalid, pushKeyUnknown, pushNotConfigured } from '@pursestrings/contract/devices/records'
import type { Issue } from '@pursestrings/contract/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { credentialInvalid, validationFailed } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { endpointUrl } from '../../delivery/webhooks/endpoints/endpoint-url.ts'
import type { Sealed, WebhookSecrets } from '../../delivery/webhooks/endpoints/webhook-secret.ts'
import type { WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { strictBase64url } from '../agents/public-key.ts'
import { putSubscription } from './push-subscriptions.store.ts'
import type { PushKey } from './read-push-keys.ts'

// A push message for one device (RFC 8291): what the push service carries is a single record of `aes128gcm` (RFC 8188) that
// only the device opens. Key pair and salt are made for each message and forgotten.

interface PushReceiver {
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

export interface PushTarget extends PushReceiver {
  readonly endpoint: string
}

/** Whoever has this can write to the device, so it never stands in clear. */
const sealTarget = (secrets: WebhookSecrets, device_id: Uuid, { endpoint, p256dh, auth }: PushTarget): Sealed => {
  const text = { endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  return secrets.seal(device_id, JSON.stringify(text))
}

export const openTarget = (secrets: WebhookSecrets, device_id: Uuid, sealed: Sealed): PushTarget => {
  const text = JSON.parse(secrets.open(device_id, sealed)) as Record<'endpoint' | 'p256dh' | 'auth', string>
  return {
    endpoint: text.endpoint,
    p256dh: Buffer.from(text.p256dh, 'base64url'),
    auth: Buffer.from(text.auth, 'base64url'),
  }
}

/**
 * A device says where it gets its messages. The address is the caller's choice, so it is held to the rules of webhook URLs, here
 * and in every call; the keys must be of the form that messages can be encrypted for.
 */
export interface SetDeps {
  readonly push_keys: readonly PushKey[]
  readonly webhook_secrets: WebhookSecrets
  readonly outbound_loopback: readonly string[]
}

export const setSubscription = async (
  tx: WalletTx,
  deps: SetDeps,
  body: BodyOf<typeof setPushSubscriptionOperation>,
): Promise<void> => {
  if (deps.push_keys.length === 0) throw new Refusal(pushNotConfigured)
  const target = targetOf(body, deps.outbound_loopback)
  const key = deps.push_keys.find(({ public_key }) => public_key === body.application_server_key)
  if (!key) throw new Refusal(pushKeyUnknown)
  const sealed = sealTarget(deps.webhook_secrets, tx.device_id, target)
  if (!(await putSubscription(tx, sealed, key.key_id))) throw new Refusal(credentialInvalid)
}

const targetOf = (
  { endpoint, keys }: BodyOf<typeof setPushSubscriptionOperation>,
  loopback: readonly string[],
): PushTarget => {
  const p256dh = strictBase64url(keys.p256dh, 65)
  const auth = strictBase64url(keys.auth, 16)
  const issues: Issue[] = []
  if (!p256dh || !isPoint(p256dh)) {
    const message = 'is no P-256 public key: 65 bytes in base64url, of a point of the curve'
    issues.push({ code: 'not_a_key', field: 'keys.p256dh', message })
  }
  if (!auth) issues.push({ code: 'not_a_key', field: 'keys.auth', message: 'must be 16 bytes in base64url' })
  if (!p256dh || !auth || issues.length > 0) throw new Refusal(validationFailed, { issues })
  const verdict = endpointUrl(endpoint, loopback)
  if (verdict.ok) return { endpoint: verdict.url, p256dh, auth }
  const issue = { code: pushEndpointInvalid.code, field: 'endpoint', message: verdict.reason }
  throw new Refusal(pushEndpointInvalid, { message: verdict.reason, issues: [issue] })
}

/** Uncompressed, as the standard has it. */
const isPoint = (bytes: Buffer): boolean => {
  try {
    return bytes[0] === 4 && ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed').length === 65
  } catch {
    return false
  }
}

// Who sends, as push services want to know it (RFC 8292): a token signed with the key that the device subscribed with, good for
// one push service and half a day, with an address at which the operator can be reached.

const LIFETIME_S = 12 * 3600
/** Signed once and used as long: push services ask for no new one per message. */
const KEPT_S = 3600
const ORIGINS_MAX = 1_000

export interface Vapid {
  /** The header for an endpoint. */
  authorization(key: PushKey, endpoint: string, now: Date): string
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const vapidFor = (contact: string | undefined): Vapid => {
  const kept = new Map<string, { readonly text: string; readonly until_s: number }>()
  return {
    authorization(key, endpoint, now) {
      const aud = new URL(endpoint).origin
      const now_s = Math.floor(now.getTime() / 1000)
      const name = `${key.key_id} ${aud}`
      const known = kept.get(name)
      if (known && now_s < known.until_s) return known.text
      const claims = { aud, exp: now_s + LIFETIME_S, ...(contact !== undefined && { sub: contact }) }
      const signing = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
      const signature = sign('sha256', Buffer.from(signing), { key: key.key, dsaEncoding: 'ieee-p1363' })
      const text = `vapid t=${signing}.${signature.toString('base64url')}, k=${key.public_key}`
      if (kept.size >= ORIGINS_MAX) kept.clear()
      kept.set(name, { text, until_s: now_s + KEPT_S })
      return text
    },
  }
}

/** Only what the standard allows: without either there is none. */
export const contactOf = ({ SECURITY_CONTACT, BASE_URL }: { SECURITY_CONTACT?: string; BASE_URL: string }) =>
  SECURITY_CONTACT ?? (BASE_URL.startsWith('https://') ? BASE_URL : undefined)
