import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { thumbprintText } from '@pursestrings/protocol/device-statements'

/**
 * Where the keys lie that everything else hangs on: the log's key and the one that other keys are sealed with. Whatever holds
 * them never signs on the path of a call, so it may be slow or far away.
 */
export interface Signer {
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly public_jwk: Readonly<Record<'kty' | 'crv' | 'x', string>>
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

export interface Sealer {
  /** Of the key that seals now; older ones still open. */
  readonly key_id: string
  seal(plain: Uint8Array, aad: Uint8Array): Promise<Buffer>
  /** Rejects what none of its keys sealed for exactly this use. */
  open(sealed: Uint8Array, aad: Uint8Array): Promise<Buffer>
}

export interface KeyStore {
  /** Undefined where there is no payee log. */
  signer(purpose: 'log'): Signer | undefined
  /** Undefined where the service's keys are settings, and none lie in the database. */
  sealer(): Sealer | undefined
}

// Ed25519 keys from the 32 bytes that they are made of.

/** The fixed beginning of an Ed25519 private key in PKCS #8; the seed follows (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const keyOfSeed = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })

/** Undefined for what is not 32 bytes in the one spelling of base64url. */
export const readSeed = (text: string): Buffer | undefined => {
  const seed = Buffer.from(text, 'base64url')
  return seed.length === 32 && seed.toString('base64url') === text ? seed : undefined
}

export const signerOf = (key: KeyObject): Signer => {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const public_jwk = { kty: 'OKP', crv: 'Ed25519', x }
  return {
    kid: hash('sha256', thumbprintText(public_jwk), 'base64url'),
    alg: 'EdDSA',
    public_jwk,
    sign: (bytes) => Promise.resolve(new Uint8Array(sign(null, bytes, key))),
  }
}

// AES-256-GCM: a nonce of its own before each text and the tag after it. The first key seals, all of them open.

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** Said aloud, since a shorter tag would be taken otherwise. */
const TAG = { authTagLength: TAG_BYTES }

export interface EncryptionKey {
  readonly key_id: string
  readonly key: KeyObject
}

class NotOpened extends Error {}

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
