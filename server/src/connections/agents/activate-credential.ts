/**
 * A signature over the challenge makes a credential active. It is checked before anything is held or burnt, so a wrong
 * one costs its owner nothing; then the agent is held, its active credentials are counted, and one statement both burns
 * the challenge and activates.
 */
import { createPublicKey, verify } from 'node:crypto'
import type { activateCredential as operation } from '@pursestrings/contract/agent-credentials/operations'
import {
  CREDENTIALS_ACTIVE_MAX,
  challengeSpent,
  credentialProofInvalid,
  tooManyCredentials,
} from '@pursestrings/contract/agent-credentials/records'
import { agentRetired } from '@pursestrings/contract/agents/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { hashOf } from '../../platform/credentials/credentials.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CredentialName, countActiveCredentials } from './agent-credentials.store.ts'
import { holdAgent } from './agents.ts'
import { isChallengeOpen, spendChallenge } from './proof-challenges.store.ts'
import { fingerprintOf, strictBase64url } from './public-key.ts'
import { readCredential } from './read-credential.ts'

/**
 * Is this the signature of that Ed25519 key? OpenSSL's check is the strict one of RFC 8032: it refuses an S of the group's
 * order or more and compares R byte for byte; keys were found sound when they were registered.
 */
export const isSignedBy = (public_key: Buffer, text: string, signature: string): boolean => {
  const bytes = strictBase64url(signature, 64)
  if (!bytes) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') }
  return verify(null, Buffer.from(text, 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
}

type Input = BodyOf<typeof operation> & { readonly account_id: Uuid }

export const activateCredential = async (tx: TenantTx, name: CredentialName, { account_id, ...proof }: Input) => {
  const challenge_hash = hashOf(proof.challenge)
  const { public_key } = await readCredential(tx, name)
  if (!(await isChallengeOpen(tx, name, challenge_hash))) throw new Refusal(challengeSpent)
  if (!isSignedBy(public_key, proof.challenge, proof.signature)) throw new Refusal(credentialProofInvalid)
  const agent = await holdAgent(tx, name.agent_id)
  if (agent.status === 'retired') throw new Refusal(agentRetired)
  const active = await countActiveCredentials(tx, name.agent_id)
  const credential = await spendChallenge(tx, name, challenge_hash)
  if (!credential) throw new Refusal(challengeSpent)
  // Thrown after the burning, which rolls back with it: whoever lost the race for the challenge hears of that first.
  if (active >= CREDENTIALS_ACTIVE_MAX) throw new Refusal(tooManyCredentials)
  await appendAuditEvent(tx, {
    action: 'agent_credential.activated',
    actor: idOf('acc', account_id),
    target: idOf('crd', credential.credential_id),
    details: { agent_id: idOf('agt', name.agent_id), kid: credential.kid, fingerprint: fingerprintOf(public_key) },
  })
  return credential
}
