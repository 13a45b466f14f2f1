/**
 * What the tools work with. An agent's client is all there is: it holds no credential of a wallet or a merchant, so no tool
 * can approve, sign, or change a payee or a key, whatever it is told.
 */
import { type AgentClient, type Connected, createAgentClient } from '@countersign/sdk'
import { type Connecting, createConnecting } from './connecting.ts'
import { log } from './log.ts'
import { keepConnection } from './profile.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

export interface Deps {
  readonly agent: AgentClient
  readonly connecting: Connecting
  /** Can this agent meet a wallet by itself? */
  readonly can_connect: boolean
}

/** A tool's call has a minute in all. */
const TIMEOUT_MS = 10_000

export const createDeps = (settings: Settings, signal: AbortSignal): Deps => {
  const { base_url, audience, pinned_keys, connection_id, connection_token, profile_file } = settings
  const known = { base_url, audience, pinned_keys, connection_id, connection_token, ...settings.agent }
  const keep = async ({ connection, connection_token: token }: Connected): Promise<void> => {
    if (profile_file === undefined) return
    await keepConnection(profile_file, { connection_id: connection.connection_id, connection_token: token })
  }
  const agent = createAgentClient({
    ...known,
    timeout_ms: TIMEOUT_MS,
    onRenewedToken: (renewed) =>
      keep(renewed).catch((why: unknown) => log('the renewed connection token could not be kept in the profile', why)),
  })
  return {
    agent,
    can_connect: settings.agent !== undefined,
    connecting: createConnecting({
      agent,
      connected: connection_token !== undefined,
      signal,
      keep,
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
