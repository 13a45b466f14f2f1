/** Everything up to an agent that can ask a wallet for payments to a payee. */

import assert from 'node:assert/strict'
import {
  type AgentClient,
  createAgentClient,
  generateKeyPair,
  type MerchantClient,
  type NewKeyPair,
  type PaymentInput,
  type PaymentWanted,
  type Scope,
  signCredentialProof,
  type WalletClient,
} from '@pursestrings/sdk'
import type { Place } from '../place.ts'
import { type Payee, preparePayee, signInAsMerchant } from './merchant.ts'
import { registerWallet } from './wallet.ts'

/** An organization with a payee. */
export interface Shop {
  readonly merchant: MerchantClient
  readonly payee: Payee
}

export interface Ready extends Shop {
  readonly agent: AgentClient
  readonly wallet: WalletClient
  readonly connection_id: string
  /** Asks for 12.5 XLM, unless `more` says otherwise. */
  ask(task_ref: string, more?: Partial<PaymentWanted>): Promise<PaymentInput>
}

export const openShop = async (place: Place): Promise<Shop> => {
  const merchant = await signInAsMerchant(place)
  return { merchant, payee: await preparePayee(place, merchant) }
}

export interface Pairing {
  readonly connect?: Connect
  /** Those of the specification where left out. */
  readonly scopes?: readonly Scope[]
  readonly wallet?: WalletClient
  /** The agent's; its own where left out. */
  readonly keys?: NewKeyPair
}

/** A new agent of the shop and a new wallet, connected. */
export const getReady = async (
  place: Place,
  { connect = connectByKey, scopes = SCOPES, wallet: known, keys }: Pairing = {},
  shop?: Shop,
): Promise<Ready> => {
  const { merchant, payee } = shop ?? (await openShop(place))
  const [agent, wallet] = [await registerAgent(place, merchant, scopes, keys), known ?? (await registerWallet(place))]
  const connection_id = await connect(agent, wallet, scopes)
  const { recipient_id, recipient_version_id } = payee
  return {
    merchant,
    agent,
    wallet,
    payee,
    connection_id,
    ask: (task_ref, more = {}) =>
      agent.requestPayment({ task_ref, recipient_id, recipient_version_id, amount: '12.5', ...more }),
  }
}

// An agent with a key made here and proven, active; and its client.

export const SCOPES: readonly Scope[] = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
]

export const registerAgent = async (
  place: Pick<Place, 'base_url' | 'audience'>,
  merchant: MerchantClient,
  allowed_scopes = SCOPES,
  keys?: NewKeyPair,
): Promise<AgentClient> => {
  const { agent } = await merchant.agents.create({
    name: 'Checkout agent',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes,
  })
  const { private_key, public_key } = keys ?? (await generateKeyPair())
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

// The two ways in which an agent and a wallet get connected. Each gives the connection's id.

export type Connect = (agent: AgentClient, wallet: WalletClient, scopes?: readonly Scope[]) => Promise<string>

/** The user hands the agent a key, and approves what it then asks for. */
export const connectByKey: Connect = async (agent, wallet, scopes = SCOPES) => {
  const { connect_key } = await wallet.connectKeys.issue()
  let approved: PromiseLike<unknown> | undefined
  const { connection } = await agent.connect({
    connect_key: connect_key.key,
    scopes,
    poll_ms: 50,
    onClaimed: ({ connect_invitation_id }) => {
      approved = wallet.connectInvitations.approve(connect_invitation_id, { scopes })
    },
  })
  await approved
  assert.equal(connection.status, 'active')
  return connection.connection_id
}

/** The agent shows a code, the user types it, sees the same two words and approves. */
export const connectByPairing: Connect = async (agent, wallet, scopes = SCOPES) => {
  const approve = async (typed: string, words: string) => {
    const seen = await wallet.pairing.lookUp({ code: typed.toLowerCase() })
    assert.equal(seen.check_phrase, words)
    await wallet.pairing.approve(seen.pairing_session.pairing_session_id, { code: typed, scopes })
  }
  let approved: Promise<void> | undefined
  const { connection } = await agent.pair({
    scopes,
    poll_ms: 50,
    show: ({ code, check_phrase }) => {
      approved = approve(code, check_phrase)
    },
  })
  await approved
  return connection.connection_id
}
