/** SDK clients with the profile's credentials; an error for a missing one names the command that creates it. */
import { existsSync, readFileSync } from 'node:fs'
import {
  type AgentClient,
  createAgentClient,
  createMerchantClient,
  createWalletClient,
  type FactsCheck,
  importDeviceKey,
  type MerchantClient,
  type WalletClient,
} from '@pursestrings/sdk'
import { type Environment, readEnvironment } from './environment.ts'
import type { AgentKey, KeptConnection, Profile } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'
import { failed, notAllowed } from './stop.ts'

/** The key of the environment, where there is one; else the session of the profile. */
export const merchantOf = (
  { base_url, session }: Profile,
  { merchant_key }: Environment = readEnvironment(),
): MerchantClient => {
  if (merchant_key !== undefined) return createMerchantClient({ base_url, merchant_key })
  if (!session?.session_token) {
    throw notAllowed("This profile isn't signed in.", 'Sign in first: pursestrings login --email you@example.com')
  }
  return createMerchantClient({ base_url, session_token: session.session_token })
}

/** Whether there is a key or a session to speak with. */
export const speaksForMerchant = ({ session }: Profile, { merchant_key }: Environment = readEnvironment()): boolean =>
  merchant_key !== undefined || session?.session_token !== undefined

export const keyOf = ({ agent }: Profile): AgentKey => {
  if (!agent) throw notAllowed('This profile has no agent key.', 'Create one: pursestrings init')
  return agent
}

export const readKey = ({ key_file }: AgentKey): string => {
  try {
    return readFileSync(key_file, 'utf8')
  } catch {
    throw failed(`Can't read the agent key ${key_file}.`, 'Restore it, or create another: pursestrings init --new-key')
  }
}

/** Proves itself with its key; needs no connection. */
export const agentOf = (profile: Profile): AgentClient => {
  const key = keyOf(profile)
  if (key.agent_id === undefined) {
    throw notAllowed('This profile has no agent.', 'Register one: pursestrings agents create --name "Checkout agent"')
  }
  const { base_url, audience, pinned_keys, connection } = profile
  return createAgentClient({
    base_url,
    audience,
    pinned_keys,
    agent_id: key.agent_id,
    kid: key.kid,
    private_key: readKey(key),
    connection_token: connection?.connection_token,
  })
}

export const connectionOf = ({ connection }: Profile): KeptConnection => {
  if (connection) return connection
  throw notAllowed(
    "This profile isn't connected to a wallet.",
    'Run pursestrings connect <connect-key>, or pursestrings pair.',
  )
}

/** Speaks for its connection. Where the agent's key is here too, its token is renewed in time, and kept. */
export const connectedAgentOf = (profiles: ProfileStore): AgentClient => {
  const profile = profiles.read()
  const { base_url, audience, pinned_keys, agent } = profile
  const { connection_id, connection_token } = connectionOf(profile)
  const renews = agent?.agent_id !== undefined && existsSync(agent.key_file)
  return createAgentClient({
    base_url,
    audience,
    pinned_keys,
    connection_id,
    connection_token,
    ...(renews && { agent_id: agent.agent_id, kid: agent.kid, private_key: readKey(agent) }),
    onRenewedToken: async ({ connection_token: renewed }) => {
      await profiles.change((now) =>
        now.connection?.connection_id === connection_id
          ? { ...now, connection: { ...now.connection, connection_token: renewed } }
          : now,
      )
    },
  })
}

/** Checks signed facts for whoever needs no wallet or connection for that. */
export const factsCheckOf = ({ base_url, audience, pinned_keys }: Profile): FactsCheck =>
  createWalletClient({ base_url, audience, pinned_keys })

export const walletOf = ({ base_url, audience, pinned_keys, wallet }: Profile): WalletClient => {
  if (!wallet) throw notAllowed('This profile has no test wallet.', 'Create one: pursestrings wallet register')
  const { device_id, token, key } = wallet
  const device_key = key && importDeviceKey(key)
  return createWalletClient({ base_url, audience, pinned_keys, device_id, token, device_key })
}
