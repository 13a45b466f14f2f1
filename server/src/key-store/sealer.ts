/** AES-256-GCM: a nonce of its own before each text and the tag after it. The first key seals, all of them open. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import type { Sealer } from './key-store.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** Said aloud, since a shorter tag would be taken otherwise. */
const TAG = { authTagLength: TAG_BYTES }

export interface EncryptionKey {
  readonly key_id: string
  readonly key: KeyObject
}

export class NotOpened extends Error {}

export const sealerOf = (keys: readonly [EncryptionKey, ...EncryptionKey[]]): Sealer => ({
  key_id: keys[0].key_id,
  async seal(plain, aad) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, keys[0].key, nonce, TAG).setAAD(aad)
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  },
  async open(sealed, aad) {
    for (const { key } of sealed.length > NONCE_BYTES + TAG_BYTES ? keys : []) {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), TAG)
        .setAAD(aad)
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([plain, decipher.final()])
      } catch {
        // Another key sealed it, or nobody did.
      }
    }
    throw new NotOpened('no key in the key store opens it')
  },
})
