/** A service of the test's own, with a payee, a wallet and an agent whose key and connection the server is given. */
import {
  generateKeyPair,
  type MerchantClient,
  type Scope,
  signCredentialProof,
  type WalletClient,
} from '@pursestrings/sdk'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { pinKeys, registerWallet } from '../../../tests/acceptance/steps/wallet.ts'
import { startPlace, type TestPlace } from '../../sdk/test/place.ts'
import type { AgentKey, Settings } from '../src/settings.ts'

/** Where the server that is tested leads its users: kept in its settings, whatever the service says. */
export const WALLET_URL = 'https://wallet.example'

export interface Asking extends Ready {
  readonly place: TestPlace
  readonly connection_token: string
  readonly settings: Settings
  /** The same as the environment says it. */
  readonly env: Record<string, string>
}

export const getAsking = async (more: Record<string, string> = {}): Promise<Asking> => {
  const place = await startPlace({ PENDING_MAX: '200', RATE_LIMIT_SCALE: '1000', ...more })
  const ready = await getReady(place)
  const { connection_id } = (await ready.agent.connections.read('current')).connection
  const { connection_token } = await ready.wallet.connections.rotateToken(connection_id)
  ready.agent.useConnection(connection_token)
  const { base_url, audience } = place
  const pinned_keys = await pinKeys(place)
  return {
    ...ready,
    place,
    connection_token,
    settings: {
      base_url,
      audience,
      pinned_keys,
      wallet_url: WALLET_URL,
      connection_token,
    },
    env: {
      PURSESTRINGS_CONFIG_DIR: '/nonexistent',
      PURSESTRINGS_BASE_URL: base_url,
      PURSESTRINGS_AUDIENCE: audience ?? '',
      PURSESTRINGS_PINNED_KEYS: pinned_keys.join(),
      PURSESTRINGS_WALLET_URL: WALLET_URL,
      PURSESTRINGS_CONNECTION_TOKEN: connection_token,
    },
  }
}

const ALLOWED: readonly Scope[] = ['payment.requests.create', 'payment.requests.read']

/** An agent with a proven key, and not yet a wallet. */
export const registerKey = async (merchant: MerchantClient): Promise<AgentKey> => {
  const { agent } = await merchant.agents.create({
    name: 'Desk agent',
    runtime: 'mcp',
    environment: 'testnet',
    allowed_scopes: ALLOWED,
  })
  const { private_key, public_key } = await generateKeyPair()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { agent_id } = agent
  const registered = await merchant.agentCredentials.register(agent_id, {
    kid: 'desk',
    alg: 'Ed25519',
    public_key,
    expires_at,
  })
  const { credential, proof_challenge } = registered
  const proof = await signCredentialProof(private_key, proof_challenge.challenge)
  await merchant.agentCredentials.activate(agent_id, credential.credential_id, proof)
  await merchant.agents.update(agent_id, { status: 'active', version: agent.version })
  return { agent_id, kid: credential.kid, private_key }
}

export interface Keyholder {
  readonly wallet: WalletClient
  readonly connect_key: string
}

/** A user with a wallet who has made a Connect Key. */
export const newKeyholder = async (place: TestPlace): Promise<Keyholder> => {
  const wallet = await registerWallet(place)
  return { wallet, connect_key: (await wallet.connectKeys.issue()).connect_key.key }
}

/** The user answers the invitation that waits in their wallet; false while there is none. */
export const decide = async (wallet: WalletClient, decision: 'approve' | 'reject'): Promise<boolean> => {
  const waiting = (await wallet.connectInvitations.list().toArray()).find((one) => one.status === 'pending')
  if (!waiting) return false
  const { connect_invitation_id } = waiting
  if (decision === 'approve') await wallet.connectInvitations.approve(connect_invitation_id, { scopes: ALLOWED })
  else await wallet.connectInvitations.reject(connect_invitation_id)
  return true
}
