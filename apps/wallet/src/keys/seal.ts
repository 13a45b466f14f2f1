/** AES-256-GCM boxes. Each is bound to what it is for and to the account it belongs to: one cannot stand in for another. */
import { type Bytes, base64urlOf, bytesOfBase64url, randomBytes, utf8 } from './bytes.ts'

export interface Box {
  readonly nonce: string
  readonly sealed: string
}

/** What a box holds. `root` is what a slot opens; the others are opened by keys that are made from it. */
export type Purpose = 'root' | 'seed' | 'device'

export const VERSION = 1

/** Thrown where a box does not open: a wrong passphrase, or a box that somebody changed. */
export class SealFault extends Error {
  override readonly name = 'SealFault'
}

const bound = (purpose: Purpose, public_key: string): Bytes =>
  utf8(`pursestrings-wallet/${VERSION}/${purpose}/${public_key}`)

/** 32 bytes as an AES key that cannot be taken out. */
export const sealingKey = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** A key of its own for each purpose: who holds the one for the device's token cannot open the seed. */
export const keyFor = async (root: Bytes, purpose: Purpose): Promise<CryptoKey> => {
  const base = await crypto.subtle.importKey('raw', root, 'HKDF', false, ['deriveKey'])
  const made = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: utf8(`pursestrings-wallet/${purpose}`) }
  return crypto.subtle.deriveKey(made, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

export const seal = async (key: CryptoKey, purpose: Purpose, public_key: string, content: Bytes): Promise<Box> => {
  const iv = randomBytes(12)
  const additionalData = bound(purpose, public_key)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, content)
  return { nonce: base64urlOf(iv), sealed: base64urlOf(new Uint8Array(sealed)) }
}

export const unseal = async (key: CryptoKey, purpose: Purpose, public_key: string, box: Box): Promise<Bytes> => {
  const additionalData = bound(purpose, public_key)
  try {
    const iv = bytesOfBase64url(box.nonce)
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData },
      key,
      bytesOfBase64url(box.sealed),
    )
    return new Uint8Array(opened)
  } catch {
    throw new SealFault('it does not open')
  }
}
