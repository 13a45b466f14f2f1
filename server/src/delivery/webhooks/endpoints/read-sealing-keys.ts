/** The setting WEBHOOK_SECRET_KEYS: `id:key` with 32 bytes in base64url, separated by commas; the first seals, all open. */
import { createSecretKey, type KeyObject } from 'node:crypto'

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
