/**
 * What the tools work with. An agent's client is all there is: it holds no credential of a wallet or a merchant, so no tool
 * can approve, sign, or change a payee or a key, whatever it is told.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type AgentClient, type Connected, createAgentClient, type Scope } from '@pursestrings/sdk'
import { Refusal } from './refusal.ts'
import { keepConnection, type Settings } from './settings.ts'

/** Standard error is the only place that is written to: over stdio, standard output belongs to the protocol. */
export const log = (line: string, failure?: unknown): void => {
  const why =
    failure === undefined ? '' : `: ${failure instanceof Error ? (failure.stack ?? failure.message) : 'unknown'}`
  process.stderr.write(`pursestrings-mcp: ${line}${why}\n`)
}

// Meets a wallet by Connect Key without keeping a tool call waiting for a person: the claim goes on in the background, and
// whoever asks later learns how it ended. The connection token never leaves this process but into the profile.

/** All that the tools need; the wallet may grant less. */
const SCOPES: readonly Scope[] = ['payment.requests.create', 'payment.requests.read']

/** A person watches. */
const POLL_MS = 1_000

interface Connecting {
  /** Ends when the user has decided, or after `wait_ms`; a refusal is thrown. */
  begin(connect_key: string, wait_ms: number, signal: AbortSignal): Promise<void>
  /** Is a user being asked? */
  readonly waiting: boolean
  readonly connected: boolean
  /** Why the last try ended without a connection, once. */
  takeFailure(): unknown
}

interface ConnectingOptions {
  readonly agent: Pick<AgentClient, 'connect'>
  readonly connected: boolean
  readonly keep: (connected: Connected) => Promise<void>
  /** Ends what goes on in the background. */
  readonly signal: AbortSignal
}

const createConnecting = ({ agent, keep, signal, ...input }: ConnectingOptions): Connecting => {
  let { connected } = input
  let under_way: Promise<void> | undefined
  let failure: unknown
  const connect = async (connect_key: string): Promise<void> => {
    const made = await agent.connect({ connect_key, scopes: SCOPES, poll_ms: POLL_MS, signal })
    connected = true
    failure = undefined
    await keep(made).catch((why: unknown) => {
      log("couldn't save the connection token in the profile; it's lost when this process stops", why)
    })
  }
  const takeFailure = (): unknown => {
    const taken = failure
    failure = undefined
    return taken
  }
  return {
    get waiting() {
      return under_way !== undefined
    },
    get connected() {
      return connected
    },
    takeFailure,
    async begin(connect_key, wait_ms, call) {
      if (under_way) {
        throw new Refusal(
          'connect_under_way',
          "A wallet was already asked, and its user hasn't answered yet.",
          'Ask the user to answer in their wallet, then call connection_status.',
        )
      }
      failure = undefined
      under_way = connect(connect_key)
        .catch((why: unknown) => {
          failure = why
        })
        .finally(() => {
          under_way = undefined
        })
      const ended = new AbortController()
      const late = pause(wait_ms, undefined, { signal: AbortSignal.any([call, signal, ended.signal]), ref: false })
      await Promise.race([under_way, late.catch(() => {})])
      ended.abort()
      const why = takeFailure()
      if (why !== undefined) throw why
    },
  }
}

export interface Deps {
  /** Where links to requests lead; undefined where none is kept. */
  readonly wallet_url: string | undefined
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
    wallet_url: settings.wallet_url,
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
