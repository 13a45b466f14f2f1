/** The key of an agent, from its making to its proof. Its private half is written to a file and shown nowhere. */

import { createPublicKey } from 'node:crypto'
import { type AgentCredential, generateKeyPair, type MerchantClient, signCredentialProof } from '@pursestrings/sdk'
import { readKey } from './clients.ts'
import type { AgentKey } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'

/** Unlike any before it: a kid stands for one key forever. */
const newKid = (): string =>
  `key-${new Date().toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}-${crypto.randomUUID().slice(0, 4)}`

export const makeKey = async ({ keep }: ProfileStore): Promise<AgentKey> => {
  const { private_key } = await generateKeyPair()
  const kid = newKid()
  return { kid, key_file: keep(`${kid}.pem`, private_key) }
}

export const publicHalf = (key: AgentKey): string => createPublicKey(readKey(key)).export({ format: 'jwk' }).x ?? ''

const DAY_MS = 86_400_000

/** Registers the public half and proves the other. Doing it again with the same key is no harm. */
export const proveKey = async (
  merchant: MerchantClient,
  agent_id: string,
  key: AgentKey,
  days: number,
): Promise<AgentCredential> => {
  const { credential, proof_challenge } = await merchant.agentCredentials.register(agent_id, {
    kid: key.kid,
    alg: 'Ed25519',
    public_key: publicHalf(key),
    expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
  })
  const proof = await signCredentialProof(readKey(key), proof_challenge.challenge)
  return (await merchant.agentCredentials.activate(agent_id, credential.credential_id, proof)).credential
}

export const credentialNamed = async (
  merchant: MerchantClient,
  agent_id: string,
  name: string,
): Promise<AgentCredential | undefined> => {
  const { credentials } = await merchant.agents.read(agent_id)
  return credentials.find((one) => one.kid === name || one.credential_id === name)
}
