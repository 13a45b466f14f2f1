/** Ed25519 keys from the 32 bytes that they are made of. */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import { thumbprintText } from '@countersign/contract/facts-keys/key-endorsement'
import type { Signer } from './key-store.ts'

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
