/**
 * What the tools work with. An agent's client is all there is: it holds no credential of a wallet or a merchant, so no tool
 * can approve, sign, or change a payee or a key, whatever it is told.
 */
import { type AgentClient, createAgentClient } from '@countersign/sdk'
import { type Connecting, createConnecting } from './connecting.ts'
import { keepConnection } from './profile.ts'
import type { KnownRecipient } from './recipients.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

export interface Deps {
  readonly agent: AgentClient
  readonly recipients: readonly KnownRecipient[]
  readonly connecting: Connecting
  /** Can this agent meet a wallet by itself? */
  readonly can_connect: boolean
}

/** A tool's call has a minute in all. */
const TIMEOUT_MS = 10_000

export const createDeps = (settings: Settings, signal: AbortSignal): Deps => {
  const { base_url, audience, pinned_keys, connection_token, profile_file } = settings
  const known = { base_url, audience, pinned_keys, connection_token, ...settings.agent }
  const agent = createAgentClient({ ...known, timeout_ms: TIMEOUT_MS })
  return {
    agent,
    recipients: settings.recipients,
    can_connect: settings.agent !== undefined,
    connecting: createConnecting({
      agent,
      connected: connection_token !== undefined,
      signal,
      keep: async ({ connection: { connection_id }, connection_token: token }) => {
        if (profile_file !== undefined) await keepConnection(profile_file, { connection_id, connection_token: token })
      },
    }),
  }
}

/** The agent, once a wallet stands behind it. */
export const connectedAgent = ({ agent, connecting }: Deps): AgentClient => {
  if (connecting.connected) return agent
  throw new Refusal(
    'not_connected',
    'No wallet is connected yet, so nobody could approve a payment.',
    'Ask the user for a Connect Key from their wallet and call connect_wallet with it.',
  )
}
