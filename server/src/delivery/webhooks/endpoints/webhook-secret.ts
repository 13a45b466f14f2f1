/**
 * Secrets of endpoints: made here, shown once, and kept only sealed (AES-256-GCM). The key's id lies beside what it sealed, so that keys can be replaced one after the other. What was sealed for one endpoint
 * opens for no other.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { Uuid } from '@pursestrings/contract/wire/ids'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** Said aloud, since a shorter tag would be taken otherwise. */
const TAG = { authTagLength: TAG_BYTES }

export interface Sealed {
  readonly key_id: string
  readonly sealed: Buffer
}

export interface WebhookSecrets {
  /** A new secret of an endpoint, as its merchant gets to see it, and as it is stored. */
  make(webhook_endpoint_id: Uuid): Sealed & { readonly secret: string }
  /** With the current key. */
  seal(webhook_endpoint_id: Uuid, secret: string): Sealed
  open(webhook_endpoint_id: Uuid, sealed: Sealed): string
  /** The current one first. */
  readonly key_ids: readonly string[]
  /** Whether what was sealed with this key can still be opened. */
  holds(key_id: string): boolean
}

/** The first seals. A source answers with the keys of the moment. */
export const webhookSecretsOf = (given: readonly SealingKey[] | (() => readonly SealingKey[])): WebhookSecrets => {
  const keys = typeof given === 'function' ? given : () => given
  if (keys().length === 0) throw new TypeError('no key to seal webhook secrets with')
  const keyOf = (key_id: string) => keys().find((key) => key.key_id === key_id)
  const seal: WebhookSecrets['seal'] = (webhook_endpoint_id, secret) => {
    const current = keys()[0] as SealingKey
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, current.key, nonce, TAG).setAAD(Buffer.from(webhook_endpoint_id))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return { sealed, key_id: current.key_id }
  }
  return {
    get key_ids() {
      return keys().map(({ key_id }) => key_id)
    },
    holds: (key_id) => keyOf(key_id) !== undefined,
    make(webhook_endpoint_id) {
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      return { secret, ...seal(webhook_endpoint_id, secret) }
    },
    seal,
    open(webhook_endpoint_id, { key_id, sealed }) {
      const found = keyOf(key_id)
      if (!found) throw new Error(`WEBHOOK_SECRET_KEYS lacks the key ${key_id}, which sealed a webhook secret`)
      const decipher = createDecipheriv(CIPHER, found.key, sealed.subarray(0, NONCE_BYTES), TAG)
        .setAAD(Buffer.from(webhook_endpoint_id))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** For development: what it seals cannot be opened after a restart, nor by another process. */
export const passingSealingKey = (): SealingKey => ({
  key_id: `passing-${randomBytes(4).toString('hex')}`,
  key: createSecretKey(randomBytes(32)),
})

/** The secrets that sign for an endpoint now, newest first. Opened here, and only by those who are about to sign. */
export interface SealedSecrets {
  readonly webhook_endpoint_id: Uuid
  readonly secret_key_id: string
  readonly secret_sealed: Buffer
  /** Those that are not over, newest last. */
  readonly previous_secrets: readonly PreviousSecret[]
}

/** As the database keeps it. */
export interface PreviousSecret {
  readonly key_id: string
  /** In base64. */
  readonly sealed: string
  readonly until: string
}

export const signingSecrets = (secrets: WebhookSecrets, row: SealedSecrets): string[] => {
  const { webhook_endpoint_id: id, secret_key_id, secret_sealed, previous_secrets } = row
  const previous = previous_secrets.map(({ key_id, sealed }) => ({ key_id, sealed: Buffer.from(sealed, 'base64') }))
  const sealed = [{ key_id: secret_key_id, sealed: secret_sealed }, ...previous.toReversed()]
  return sealed.map((one) => secrets.open(id, one))
}

/** SQL: the secrets before the current one that still sign. */
export const STILL_SIGNING = `(select coalesce(jsonb_agg(s order by s ->> 'until'), '[]') from jsonb_array_elements(previous_secrets) s
  where (s ->> 'until')::timestamptz > now())`

// The setting WEBHOOK_SECRET_KEYS: `id:key` with 32 bytes in base64url, separated by commas; the first seals, all open.

export interface SealingKey {
  readonly key_id: string
  readonly key: KeyObject
}

export class SealingKeysFault extends Error {}

const ITEM = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9_-]{43})$/

export const readSealingKeys = (setting: string): SealingKey[] => {
  const keys = setting.split(',').map((item) => {
    const [, key_id, text] = ITEM.exec(item.trim()) ?? []
    const bytes = Buffer.from(text ?? '', 'base64url')
    // A last letter with stray bits is a typing error, although it decodes.
    if (key_id === undefined || bytes.length !== 32 || bytes.toString('base64url') !== text) {
      throw new SealingKeysFault('must be id:key with 32 bytes in base64url, separated by commas')
    }
    return { key_id, key: createSecretKey(bytes) }
  })
  if (new Set(keys.map((key) => key.key_id)).size < keys.length) throw new SealingKeysFault('has two keys with one id')
  return keys
}

// The headers of Standard Webhooks: one signature per secret that is valid now, so that a rotation breaks nobody.

const PREFIX = 'whsec_'

export interface Signed {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** Of a secret as the merchant holds it. Made once: a key that is made for each signature takes longer than the signature. */
export const signingKeyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))

/** `at_s` is the attempt's time, `body` the exact text that is sent. */
export const signWebhook = (
  keys: readonly KeyObject[],
  { id, at_s, body }: { id: string; at_s: number; body: string },
): Signed => {
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${at_s}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(at_s), 'webhook-signature': signatures.join(' ') }
}
