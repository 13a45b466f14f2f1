/** How an agent gets a connection: with a user's Connect Key, or by pairing; both wait for the user in the wallet. */

import { agentEnrollmentText } from '@pursestrings/protocol/agent-enrollment'
import { TimeoutError } from './call.ts'
import type { ConnectInvitationsExchangeAnswer, PairingStartAnswer } from './generated/calls.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { ConnectInvitation, Scope } from './generated/records.ts'
import { pause } from './retry-rule.ts'
import type { Signer } from './signing-key.ts'

export interface ConnectOptions {
  readonly scopes: readonly Scope[]
  /** How long the user may take; ten minutes, the life of an invitation, by default. */
  readonly timeout_ms?: number
  /** Between two looks; two seconds by default. */
  readonly poll_ms?: number
  readonly signal?: AbortSignal
}

export interface ConnectWithKey extends ConnectOptions {
  readonly connect_key: string
  /** Told once the wallet has been asked. */
  readonly onClaimed?: (invitation: ConnectInvitation) => void
}

export interface EnrollOptions extends ConnectOptions {
  readonly connect_key: string
  /** As the user will see it; nobody vouches for it. */
  readonly name: string
  /** What the agent runs on. */
  readonly runtime: string
  /** Only where `private_key` is a CryptoKey that can't be exported. */
  readonly public_key?: string
  /** Told once the wallet has been asked: keep `agent_id` beside the key from here on. */
  readonly onEnrolled?: (enrolled: Pick<Enrolled, 'agent_id' | 'connect_invitation'>) => void | Promise<void>
}

export type Enrolled = Connected & {
  readonly agent_id: string
  readonly connect_invitation: ConnectInvitation
}

export interface ConnectByPairing extends ConnectOptions {
  /** Shows the user code, URI and check phrase. */
  readonly show: (pairing: PairingStartAnswer) => void
}

export type Connected = ConnectInvitationsExchangeAnswer

export const connectWithKey = async (
  { connectInvitations }: Pick<AgentOperations, 'connectInvitations'>,
  { connect_key, scopes, onClaimed, ...options }: ConnectWithKey,
): Promise<Connected> => {
  const { signal } = options
  const { connect_invitation, claim_token } = await connectInvitations.claim({ connect_key, scopes }, { signal })
  onClaimed?.(connect_invitation)
  return exchanged({ connectInvitations }, connect_invitation, claim_token, options)
}

interface Enrolling extends EnrollOptions {
  readonly public_key: string
  readonly kid: string
  readonly audience: string
  readonly sign: Signer
}

/** The agent of nobody but its user: the same steps, begun by its key alone. */
export const enrollWithKey = async (
  { connectInvitations }: Pick<AgentOperations, 'connectInvitations'>,
  { connect_key, name, runtime, scopes, public_key, kid, audience, sign, onEnrolled, ...options }: Enrolling,
): Promise<Enrolled> => {
  const said = { connect_key, name, runtime, kid, public_key, scopes }
  const signature = await sign(agentEnrollmentText({ ...said, aud: audience }))
  const input = { ...said, alg: 'Ed25519', signature } as const
  const { agent_id, connect_invitation, claim_token } = await connectInvitations.enroll(input, {
    signal: options.signal,
  })
  await onEnrolled?.({ agent_id, connect_invitation })
  const connected = await exchanged({ connectInvitations }, connect_invitation, claim_token, options)
  return { ...connected, agent_id, connect_invitation }
}

const exchanged = async (
  { connectInvitations }: Pick<AgentOperations, 'connectInvitations'>,
  { connect_invitation_id: id }: ConnectInvitation,
  claim_token: string,
  options: Omit<ConnectOptions, 'scopes'>,
): Promise<Connected> => {
  const { signal } = options
  await untilDecided(
    async () => (await connectInvitations.read(id, { claim_token }, { signal })).connect_invitation.status,
    options,
  )
  // A refusal or an end is told here too, as the error that it is.
  return connectInvitations.exchange(id, { claim_token }, { signal })
}

export const connectByPairing = async (
  { pairing }: Pick<AgentOperations, 'pairing'>,
  { scopes, show, ...options }: ConnectByPairing,
): Promise<Connected> => {
  const { signal } = options
  const started = await pairing.start({ scopes }, { signal })
  show(started)
  const id = started.pairing_session.pairing_session_id
  await untilDecided(async () => (await pairing.read(id, {}, { signal })).pairing_session.status, options)
  return pairing.exchange(id, { signal })
}

const TIMEOUT_MS = 600_000
const POLL_MS = 2_000

const untilDecided = async (
  status: () => Promise<string>,
  { timeout_ms = TIMEOUT_MS, poll_ms = POLL_MS, signal }: Omit<ConnectOptions, 'scopes'>,
): Promise<void> => {
  const end = performance.now() + timeout_ms
  while ((await status()) === 'pending') {
    if (performance.now() >= end) throw new TimeoutError(`The user hasn't decided within ${timeout_ms} ms.`)
    await pause(poll_ms, signal)
  }
}
