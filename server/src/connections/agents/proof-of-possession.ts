/**
 * The challenge that proves a private key without sending it: 256 random bits behind a prefix of its own, kept only as
 * a hash, and signed as it is.
 */
import { randomBytes } from 'node:crypto'
import { PROOF_PREFIX } from '@pursestrings/contract/agent-credentials/records'

export const newChallenge = (): string => PROOF_PREFIX + randomBytes(32).toString('base64url')
