/**
 * The challenge that proves a private key without sending it (A4): 256 random bits, kept only as a hash, signed under a
 * first line of its own. OpenSSL's check is the strict one of RFC 8032: it refuses an S of the group's order or more and
 * compares R byte for byte, and the key was found sound when it was registered.
 */
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { proofTextOf } from '@countersign/contract/agent-credentials'
import { strictBase64url } from './strict-base64url.ts'

export const newChallenge = (): string => randomBytes(32).toString('base64url')

export const isProof = (public_key: Buffer, challenge: string, signature: string): boolean => {
  const bytes = strictBase64url(signature, 64)
  if (!bytes) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') }
  return verify(null, Buffer.from(proofTextOf(challenge), 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
}
