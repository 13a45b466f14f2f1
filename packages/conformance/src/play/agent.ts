/** An agent: its record, its key and its assertions (3, 4.1, 4.2, 5.3). */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { type Answer, bearing, type Call, isDone, isRefused, needed, saidOf } from '../call.ts'
import type { Run } from '../place.ts'
import type { Operator } from './operator.ts'

export const SCOPES = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
]
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

export interface Agent {
  readonly agent_id: string
  readonly version: number
  /** An assertion that was not sent before. */
  assertion(): string
  /** With the agent token. */
  readonly call: Call
}

const signed = (key: KeyObject, text: string): string => sign(null, Buffer.from(text), key).toString('base64url')
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

export const registerAgent = async (run: Run, operator: Operator): Promise<Agent> => {
  const { book, call: nobody, place } = run
  const { call } = operator
  const created = await call('POST', '/v1/agents', {
    body: { name: 'Checkout agent', runtime: 'kit', environment: 'testnet', allowed_scopes: SCOPES },
  })
  const { agent } = created.json
  book.judge(
    ['2.3 agent input', '2.3 agent', '4.1 POST /v1/agents', '1.3'],
    'created from name, runtime, environment and allowed_scopes',
    typeof agent?.agent_id === 'string',
    saidOf(created),
  )
  needed(created)
  const scopes: unknown = agent?.allowed_scopes
  book.judge('2.3 scopes', 'the four scopes are taken', JSON.stringify(scopes) === JSON.stringify(SCOPES), scopes)
  book.judge('2.3 version', 'an agent has an integer version', Number.isInteger(agent?.version), agent)
  const { agent_id } = agent
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = 'kit'
  const assertion = (): string => {
    const now_s = Math.floor(Date.now() / 1000)
    const claims = { iss: agent_id, sub: agent_id, iat: now_s, exp: now_s + 60, jti: randomUUID() }
    const head = encoded({ alg: 'EdDSA', typ: 'svc-agent-assertion+jwt', kid })
    const text = `${head}.${encoded({ ...claims, aud: place.audience ?? place.base_url })}`
    return `${text}.${signed(privateKey, text)}`
  }
  const exchange = (one: string): Promise<Answer> =>
    nobody('POST', '/v1/agent-auth/token', { body: { assertion: one } })
  await proveKey(run, operator, { agent_id, kid, privateKey, publicKey })
  const early = await exchange(assertion())
  book.judge('3 agent', 'an agent that is not active gets no token', isRefused(early), saidOf(early))

  const path = `/v1/agents/${agent_id}`
  const stale = await call('PATCH', path, { body: { status: 'active', version: agent.version + 7 } })
  book.judge('9.3', 'updating with another version is refused', isRefused(stale), saidOf(stale))
  const set = await call('PATCH', path, { body: { status: 'active', version: agent.version } })
  book.judge(
    ['2.3 agent update', '2.3 agent status', '4.1 Agent update'],
    'status and version make it active',
    isDone(set) && set.json.agent?.status === 'active',
    saidOf(set),
  )
  const once = assertion()
  const token = await exchange(once)
  book.judge(
    ['4.2 POST /v1/agent-auth/token', '1.3 token', '3 agent'],
    'an assertion gives an agent token',
    isDone(token) && typeof token.json.agent_token === 'string',
    saidOf(token),
  )
  const twice = await exchange(once)
  book.judge('5.5 jti', 'the same assertion is refused', isRefused(twice), saidOf(twice))
  return { agent_id, version: set.json.agent?.version, assertion, call: bearing(nobody, needed(token).agent_token) }
}

interface Key {
  readonly agent_id: string
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const proveKey = async ({ book }: Run, { call }: Operator, { agent_id, kid, privateKey, publicKey }: Key) => {
  const path = `/v1/agents/${agent_id}/credentials`
  const body = {
    kid,
    alg: 'Ed25519',
    public_key: publicKey.export({ format: 'jwk' }).x,
    not_before: inMs(-MINUTE_MS),
    expires_at: inMs(DAY_MS),
  }
  const registered = await call('POST', path, { body })
  const { credential, proof_challenge } = registered.json
  book.judge(
    ['2.3 credential input', '2.3 credential', '4.1 POST /v1/agents/{agentId}/credentials'],
    'a public key is registered, and a challenge is given',
    typeof credential?.credential_id === 'string' && typeof proof_challenge?.challenge === 'string',
    saidOf(registered),
  )
  needed(registered)
  const valid_min = (Date.parse(proof_challenge?.expires_at) - Date.now()) / MINUTE_MS
  book.judge(
    ['8 challenge', '4.1 POST /v1/agents/{agentId}/credentials'],
    'the challenge is valid for five minutes',
    valid_min > 4.5 && valid_min < 5.5,
    `${valid_min} minutes`,
  )
  const { challenge } = proof_challenge
  const activate = (text: string): Promise<Answer> =>
    call('POST', `${path}/${credential.credential_id}/activate`, {
      body: { challenge, signature: signed(privateKey, text) },
    })
  const wrong = await activate('another text')
  book.judge('5.3', 'a signature over another text is refused', isRefused(wrong), saidOf(wrong))
  const activated = await activate(challenge)
  book.judge('5.3', 'a signature over the returned challenge activates', isDone(activated), saidOf(activated))
  book.judge(
    ['2.3 credential activate', '4.1 Credential activate', '1.3'],
    'challenge and signature activate it',
    activated.json.credential?.status === 'active',
    saidOf(activated),
  )
  needed(activated)
}
