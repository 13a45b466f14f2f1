/** A person's own agent, enrolled by doing: a key made here, and a Connect Key of the person's wallet. */
import { agentEnrollmentText } from '@pursestrings/protocol/agent-enrollment'
import { expect } from 'vitest'
import { AUDIENCE, type KeyPair, newKey, signed } from './agent.ts'
import type { Answer } from './call.ts'
import { ALL_SCOPES, bearing, type Call, invitationPath, newConnectKey } from './connection.ts'
import type { TestDevice } from './device.ts'
import type { World } from './world.ts'

type Caller = Pick<World, 'call'>

interface Enrolling {
  readonly connect_key: string
  readonly key?: KeyPair
  readonly kid?: string
  readonly name?: string
  readonly scopes?: readonly string[]
  /** As the statement names the service. */
  readonly aud?: string
  /** What is sent beside what was signed. */
  readonly sent?: object
}

/** Right in everything but what is given. */
export const enroll = (
  { call }: Caller,
  {
    key = newKey(),
    kid = 'first',
    name = 'My assistant',
    scopes = ALL_SCOPES,
    connect_key,
    aud = AUDIENCE,
    sent,
  }: Enrolling,
): Promise<Answer> => {
  const { public_key } = key
  const said = { connect_key, name, runtime: 'node-24', kid, public_key, scopes }
  const signature = signed(key.private_key, agentEnrollmentText({ ...said, aud }))
  return call('POST', '/v1/connect-invitations/enroll', { body: { ...said, alg: 'Ed25519', signature, ...sent } })
}

export interface OwnAgent extends KeyPair {
  readonly agent_id: string
  readonly kid: string
  readonly connection_id: string
  /** With the token of its connection. */
  readonly call: Call
}

/** Enrolled, approved and exchanged. */
export const newOwnAgent = async (world: Caller, device: TestDevice, wanted: Partial<Enrolling> = {}) => {
  const key = wanted.key ?? newKey()
  const enrolled = await enroll(world, { connect_key: await newConnectKey(device), ...wanted, key })
  expect([enrolled.status, enrolled.json.error]).toEqual([201, undefined])
  const { agent_id, connect_invitation, claim_token } = enrolled.json
  const id = connect_invitation.connect_invitation_id
  const body = { scopes: connect_invitation.requested_scopes }
  expect((await device.call('POST', invitationPath(id, 'approve'), { body })).status).toBe(200)
  const { connection, connection_token } = (await bearing(world, claim_token)('POST', invitationPath(id, 'exchange')))
    .json
  const { connection_id } = connection
  const call = bearing(world, connection_token)
  return { ...key, agent_id, kid: wanted.kid ?? 'first', connection_id, call } satisfies OwnAgent
}
