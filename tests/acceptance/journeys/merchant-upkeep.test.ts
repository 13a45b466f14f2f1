/** What a merchant does after the first day: move a payee, replace keys, look back. */
import assert from 'node:assert/strict'
import { createAgentClient, generateKeyPair, signCredentialProof } from '@pursestrings/sdk'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady, refused, theShop } from '../stage.ts'
import { registerAgent, SCOPES } from '../steps/agent.ts'

const newKey = async (agent_id: string, kid: string) => {
  const { merchant } = await theShop()
  const { private_key, public_key } = await generateKeyPair()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { credential, proof_challenge } = await merchant.agentCredentials.register(agent_id, {
    kid,
    alg: 'Ed25519',
    public_key,
    expires_at,
  })
  const proof = await signCredentialProof(private_key, proof_challenge.challenge)
  await merchant.agentCredentials.activate(agent_id, credential.credential_id, proof)
  const { base_url, audience } = thePlace()
  return { credential, client: createAgentClient({ base_url, audience, agent_id, kid, private_key }) }
}

/** The agent's key works if it can start to pair. */
const canSign = (agent: ReturnType<typeof createAgentClient>) => agent.pairing.start({ scopes: SCOPES })

journey('merchant', "I replace my agent's key, and both work until I retire the old one", async () => {
  const { merchant } = await theShop()
  await registerAgent(thePlace(), merchant)
  const [agent] = await merchant.agents.list().toArray()
  const agent_id = agent?.agent_id ?? ''
  const [old] = (await merchant.agents.read(agent_id)).credentials
  const { client } = await newKey(agent_id, 'second')
  await canSign(client)
  await merchant.agentCredentials.revoke(agent_id, old?.credential_id ?? '')
  await canSign(client)
})

journey('merchant', "My agent's key leaked; I revoke it, and it opens nothing any more", async () => {
  const { merchant } = await theShop()
  await registerAgent(thePlace(), merchant)
  const [agent] = await merchant.agents.list().toArray()
  const agent_id = agent?.agent_id ?? ''
  const { credential, client } = await newKey(agent_id, 'leaked')
  await canSign(client)
  await merchant.agentCredentials.revoke(agent_id, credential.credential_id)
  await refused(canSign(client), 'credential_revoked', 403)
})

journey('merchant', 'I look back at who changed what', async () => {
  const { merchant } = await theShop()
  const { agent } = await merchant.agents.create({
    name: 'Till agent',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: SCOPES,
  })
  const changes = await merchant.auditEvents.list().toArray()
  assert.ok(changes.some(({ action, target }) => action === 'agent.created' && target === agent.agent_id))
})

journey('merchant', 'I stop an agent, and none of its connections can ask any more', async () => {
  const ready = await newReady()
  const [agent] = await ready.merchant.agents.list().toArray()
  await ready.merchant.agents.update(agent?.agent_id ?? '', { status: 'suspended', version: agent?.version ?? 0 })
  await refused(ready.agent.connections.read('current'), 'agent_not_active', 403)
})
