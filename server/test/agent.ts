/** An agent made usable by doing what its developer does: a key made here, registered, proven, and the agent set active. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from './call.ts'
import type { Operator } from './operator.ts'
import type { World } from './world.ts'

export interface KeyPair {
  readonly private_key: KeyObject
  /** Raw 32 bytes in base64url, as it is registered. */
  readonly public_key: string
}

export interface TestAgent extends KeyPair {
  readonly agent_id: string
  readonly credential_id: string
  readonly kid: string
  readonly version: number
}

export interface Registered {
  readonly credential: { credential_id: string; agent_id: string; kid: string; status: string }
  readonly proof_challenge: { challenge: string; expires_at: string }
}

let kids = 0

export const newKey = (): KeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { private_key: privateKey, public_key: publicKey.export({ format: 'jwk' }).x as string }
}

export const signed = (private_key: KeyObject, text: string | Buffer): string =>
  sign(null, Buffer.from(text as string), private_key).toString('base64url')

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

export const draftAgent = async (operator: Operator, more: object = {}): Promise<string> => {
  const created = await operator.call('POST', '/v1/agents', {
    body: {
      name: 'Checkout agent',
      runtime: 'node-24',
      environment: 'testnet',
      allowed_scopes: ['payment.requests.create', 'payment.requests.read'],
      ...more,
    },
  })
  expect(created.status).toBe(201)
  return created.json.agent.agent_id
}

/** A registration that is right in everything but what `more` changes. */
export const register = (
  { call }: Operator,
  agent_id: string,
  { public_key }: KeyPair,
  more: object = {},
): Promise<Answer> => {
  const body = { kid: `kid-${kids++}`, alg: 'Ed25519', public_key, expires_at: inDays(90), ...more }
  return call('POST', `/v1/agents/${agent_id}/credentials`, { body })
}

export const registered = async (...given: Parameters<typeof register>): Promise<Registered> => {
  const answer = await register(...given)
  expect(answer.status).toBe(201)
  return answer.json
}

export const credentialPath = ({ agent_id, credential_id }: Registered['credential']): string =>
  `/v1/agents/${agent_id}/credentials/${credential_id}`

/** As its agent's list has it. */
export const credentialNow = async (
  { call }: Pick<Operator, 'call'>,
  { agent_id, credential_id }: Pick<Registered['credential'], 'agent_id' | 'credential_id'>,
): Promise<Registered['credential']> => {
  const { credentials } = (await call('GET', `/v1/agents/${agent_id}`)).json
  return credentials.find((one: Registered['credential']) => one.credential_id === credential_id)
}

/** An activation that is right in everything but what `more` changes. */
export const activate = (
  { call }: Operator,
  { credential, proof_challenge }: Registered,
  { private_key }: KeyPair,
  more: object = {},
): Promise<Answer> => {
  const body = {
    challenge: proof_challenge.challenge,
    signature: signed(private_key, proof_challenge.challenge),
    ...more,
  }
  return call('POST', `${credentialPath(credential)}/activate`, { body })
}

export const newCredential = async (operator: Operator, agent_id: string): Promise<KeyPair & Registered> => {
  const key = newKey()
  const made = await registered(operator, agent_id, key)
  expect((await activate(operator, made, key)).status).toBe(200)
  return { ...key, ...made }
}

export const newAgent = async (operator: Operator, more: object = {}): Promise<TestAgent> => {
  const agent_id = await draftAgent(operator, more)
  const { private_key, public_key, credential } = await newCredential(operator, agent_id)
  const set = await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'active', version: 1 } })
  expect([set.status, set.json.agent.status]).toEqual([200, 'active'])
  const { credential_id, kid } = credential
  return { agent_id, credential_id, kid, version: set.json.agent.version, private_key, public_key }
}

export type Signer = Pick<TestAgent, 'agent_id' | 'kid' | 'private_key'>

export const AUDIENCE = 'http://127.0.0.1:8787'

/** A JWT in compact form, by hand, so that every part of it can be wrong: a text is taken as it is. */
export const compact = (header: unknown, claims: unknown, signature: (input: string) => string): string => {
  const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  const input = `${part(header).toString('base64url')}.${part(claims).toString('base64url')}`
  return `${input}.${signature(input)}`
}

export const claimsOf = ({ agent_id }: Pick<Signer, 'agent_id'>, now_s = Date.now() / 1000) => ({
  iss: agent_id,
  sub: agent_id,
  aud: AUDIENCE,
  iat: now_s,
  exp: now_s + 60,
  jti: randomUUID(),
})

/** An assertion that is right in everything but what is changed; an `undefined` leaves a member out. */
export const assertionOf = (
  { agent_id, kid, private_key }: Signer,
  { claims = {}, header = {}, now_s }: { claims?: object; header?: object; now_s?: number } = {},
): string =>
  compact(
    { alg: 'EdDSA', typ: 'svc-agent-assertion+jwt', kid, ...header },
    { ...claimsOf({ agent_id }, now_s), ...claims },
    (input) => signed(private_key, input),
  )

export const exchange = ({ call }: Pick<World, 'call'>, assertion: unknown): Promise<Answer> =>
  call('POST', '/v1/agent-auth/token', { body: { assertion }, headers: { 'x-request-id': 'exchange' } })

export const agentTokenOf = async (world: Pick<World, 'call'>, agent: Signer): Promise<string> => {
  const answer = await exchange(world, assertionOf(agent))
  expect(answer.status).toBe(200)
  return answer.json.agent_token
}

/** Whether the token opens a route for agents; a field that no operation has stops the call right behind it. */
export const opensAsAgent = async ({ call }: Pick<World, 'call'>, token: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}` }
  const { status, json } = await call('POST', '/v1/connect-invitations/claim?surprise=1', { body: {}, headers })
  expect(['401 credential_invalid', '422 validation_failed']).toContain(`${status} ${json.error.code}`)
  return status === 422
}
