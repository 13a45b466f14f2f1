/**
 * The challenge that proves a private key without sending it (A4): 256 random bits, kept only as a hash, signed under a
 * first line of its own.
 */
import { randomBytes } from 'node:crypto'
import { proofTextOf } from '@countersign/contract/agent-credentials/records'
import { isSignedBy } from './is-signed-by.ts'

export const newChallenge = (): string => randomBytes(32).toString('base64url')

export const isProof = (public_key: Buffer, challenge: string, signature: string): boolean =>
  isSignedBy(public_key, proofTextOf(challenge), signature)
