/** An agent with a key made here and proven, active; and its client. */
import assert from 'node:assert/strict'
import {
  type AgentClient,
  createAgentClient,
  generateKeyPair,
  type MerchantClient,
  type Scope,
  signCredentialProof,
} from '@pursestrings/sdk'
import type { Place } from '../place.ts'

export const SCOPES: readonly Scope[] = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
]

export const registerAgent = async (place: Place, merchant: MerchantClient): Promise<AgentClient> => {
  const { agent } = await merchant.agents.create({
    name: 'Checkout agent',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: SCOPES,
  })
  const { private_key, public_key } = await generateKeyPair()
  const { credential, proof_challenge } = await merchant.agentCredentials.register(agent.agent_id, {
    kid: 'first',
    alg: 'Ed25519',
    public_key,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const proof = await signCredentialProof(private_key, proof_challenge.challenge)
  await merchant.agentCredentials.activate(agent.agent_id, credential.credential_id, proof)
  const set = await merchant.agents.update(agent.agent_id, { status: 'active', version: agent.version })
  assert.equal(set.agent.status, 'active')
  const { base_url, audience } = place
  return createAgentClient({ base_url, audience, agent_id: agent.agent_id, kid: credential.kid, private_key })
}
