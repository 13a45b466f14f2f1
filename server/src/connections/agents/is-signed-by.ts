/**
 * Is this the signature of that Ed25519 key? OpenSSL's check is the strict one of RFC 8032: it refuses an S of the group's
 * order or more and compares R byte for byte; keys were found sound when they were registered.
 */
import { createPublicKey, verify } from 'node:crypto'
import { strictBase64url } from './public-key.ts'

export const isSignedBy = (public_key: Buffer, text: string, signature: string): boolean => {
  const bytes = strictBase64url(signature, 64)
  if (!bytes) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') }
  return verify(null, Buffer.from(text, 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
}
