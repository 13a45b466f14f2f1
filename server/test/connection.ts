/** An agent connected to a wallet, by doing: Connect Key, claim, approval, exchange; or a pairing. */
import { expect } from 'vitest'
import { agentTokenOf, newAgent, type TestAgent } from './agent.ts'
import type { Answer, Sent } from './call.ts'
import { newDevice, type TestDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import type { World } from './world.ts'

type Caller = Pick<World, 'call'>
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>

export const ALL_SCOPES = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
  'payees.resolve',
]

/** A call with any token in the Authorization header. */
export const bearing =
  (world: Caller, token: string): Call =>
  (method, path, sent = {}) =>
    world.call(method, path, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } })

export const invitationPath = (id: string, action = ''): string =>
  `/v1/connect-invitations/${id}${action && `/${action}`}`
export const pairingPath = (id: string, action = ''): string => `/v1/pairing/sessions/${id}${action && `/${action}`}`
export const connectionPath = (id: string, action = ''): string => `/v1/connections/${id}${action && `/${action}`}`

export const newConnectKey = async ({ call }: Pick<TestDevice, 'call'>): Promise<string> => {
  const issued = await call('POST', '/v1/connect-keys')
  expect(issued.status).toBe(201)
  return issued.json.connect_key.key
}

export const claim = (agent: Call, connect_key: string, scopes: readonly string[] = ALL_SCOPES): Promise<Answer> =>
  agent('POST', '/v1/connect-invitations/claim', { body: { connect_key, scopes } })

export interface TestInvitation {
  readonly id: string
  /** As the claim answered it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly invitation: any
  readonly claim_token: string
  readonly asClaimant: Call
}

export const newInvitation = async (
  world: Caller,
  { asAgent, device, scopes }: { asAgent: Call; device: Pick<TestDevice, 'call'>; scopes?: readonly string[] },
): Promise<TestInvitation> => {
  const claimed = await claim(asAgent, await newConnectKey(device), scopes)
  expect(claimed.status).toBe(201)
  const { connect_invitation: invitation, claim_token } = claimed.json
  return { id: invitation.connect_invitation_id, invitation, claim_token, asClaimant: bearing(world, claim_token) }
}

/** What an answer says in short: its status, and the code if it refuses. */
export const said = ({ status, json }: Answer): readonly unknown[] =>
  json?.error === undefined ? [status] : [status, json.error.code]

/** A token and everything around it: who asked, and whose wallet it is. */
export interface TestConnection {
  readonly connection_id: string
  readonly connection_token: string
  readonly connect_invitation_id: string
  readonly claim_token: string
  readonly agent: TestAgent
  readonly operator: Operator
  readonly device: TestDevice
  /** As the connected agent. */
  call: Call
}

interface Wanted {
  readonly operator?: Operator
  readonly agent?: TestAgent
  readonly device?: TestDevice
  readonly requested?: readonly string[]
  readonly granted?: readonly string[]
}

export const newConnection = async (world: World, wanted: Wanted = {}): Promise<TestConnection> => {
  const operator = wanted.operator ?? (await newOperator(world))
  const agent = wanted.agent ?? (await newAgent(operator, { allowed_scopes: ALL_SCOPES }))
  const device = wanted.device ?? (await newDevice(world))
  const requested = wanted.requested ?? ALL_SCOPES
  const asAgent = bearing(world, await agentTokenOf(world, agent))
  const { id, claim_token, asClaimant } = await newInvitation(world, { asAgent, device, scopes: requested })
  const body = { scopes: wanted.granted ?? requested }
  expect((await device.call('POST', invitationPath(id, 'approve'), { body })).status).toBe(200)
  const exchanged = await asClaimant('POST', invitationPath(id, 'exchange'))
  expect(exchanged.status).toBe(200)
  const { connection, connection_token } = exchanged.json
  const { connection_id } = connection
  const call = bearing(world, connection_token)
  return { connection_id, connection_token, connect_invitation_id: id, claim_token, agent, operator, device, call }
}

export interface TestPairing {
  readonly pairing_session_id: string
  readonly code: string
  readonly check_phrase: string
  readonly pairing_uri: string
}

export const startPairing = async (agent: Call, scopes: readonly string[] = ALL_SCOPES): Promise<TestPairing> => {
  const started = await agent('POST', '/v1/pairing/sessions', { body: { scopes } })
  expect(started.status).toBe(201)
  const { pairing_session, ...shown } = started.json
  return { pairing_session_id: pairing_session.pairing_session_id, ...shown }
}
