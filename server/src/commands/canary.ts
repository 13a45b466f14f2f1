/**
 * What your customers see: an agent of an organization of your own creates a payment request, reads it back and cancels it,
 * over HTTP as every agent does. It reaches no wallet but the canary's own, and nobody is asked to pay it.
 */
import { readFile } from 'node:fs/promises'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export class CanaryFault extends Error {}

const Canary = Type.Object(
  {
    base_url: Type.String({ pattern: '^https?://[^\\s]+$' }),
    connection_token: Type.String({ pattern: '^svc_conn_\\S+$' }),
    recipient_id: Type.String({ pattern: '^rcp_\\w+$' }),
    recipient_version_id: Type.String({ pattern: '^rcv_\\w+$' }),
  },
  { additionalProperties: false },
)
export type Canary = Readonly<Static<typeof Canary>>

export const STEPS = ['connection', 'create', 'read', 'cancel'] as const
export type Step = (typeof STEPS)[number]

export interface CanaryRun {
  readonly ms: Readonly<Record<Step, number>>
  /** How long the canary's token still works. */
  readonly token_s: number
}

const STEP_MS_MAX = 5_000
const AMOUNT = '1'
/** Where canceling fails, the request ends by itself, before too many wait. */
const EXPIRES_MS = 120_000

export const readCanary = async (file: string): Promise<Canary> => {
  const text = await readFile(file, 'utf8').catch((error: Error): never => {
    throw new CanaryFault(`the canary's file cannot be read: ${error.message}`)
  })
  let canary: unknown
  try {
    canary = JSON.parse(text)
  } catch {
    // What the parser says would quote the token.
    throw new CanaryFault(`${file} is not JSON`)
  }
  if (Value.Check(Canary, canary)) return canary
  const names = Object.keys(Canary.properties)
  const parts = new Set(Value.Errors(Canary, canary).map(({ instancePath }) => instancePath.slice(1)))
  const wrong = [...parts].filter((name) => names.includes(name))
  const look_at = wrong.length > 0 ? `; look at ${wrong.join(', ')}` : ''
  throw new CanaryFault(`${file} must be a JSON object with ${names.join(', ')}, and nothing else${look_at}`)
}

interface Shown {
  readonly request_id: string
  readonly status: string
  readonly facts_digest: string
}

export const runCanary = async (canary: Canary): Promise<CanaryRun> => {
  const ms = { connection: 0, create: 0, read: 0, cancel: 0 }
  const step = async <A>(name: Step, method: string, path: string, body?: object): Promise<A> => {
    const began = performance.now()
    const answer = await call(canary, name, { method, path, ...(body && { body: JSON.stringify(body) }) })
    ms[name] = performance.now() - began
    return answer as A
  }
  const ofRequest = async (name: Step, method: string, path: string, body?: object): Promise<Shown> =>
    (await step<{ payment_request: Shown }>(name, method, path, body)).payment_request

  const { connection } = await step<{ connection: { token_expires_at: string } }>(
    'connection',
    'GET',
    '/v1/connections/current',
  )
  const { recipient_id, recipient_version_id } = canary
  const created = await ofRequest('create', 'POST', '/v1/payment-requests', {
    recipient_id,
    recipient_version_id,
    payment: { amount: AMOUNT },
    policy: { requires_user_approval: true },
    idempotency_key: `canary-${newUuid()}`,
    expires_at: new Date(Date.now() + EXPIRES_MS).toISOString(),
    metadata: { canary: true },
  })
  const path = `/v1/payment-requests/${encodeURIComponent(created.request_id)}`
  try {
    const { status, facts_digest } = await ofRequest('read', 'GET', path)
    if (status !== 'pending')
      throw new CanaryFault(
        `read: ${created.request_id} is ${status} right after it was created; does a wallet answer it?`,
      )
    if (facts_digest !== created.facts_digest)
      throw new CanaryFault(`read: ${created.request_id} has other payment facts than were created`)
  } finally {
    // Whatever reading says, so that nothing waits in the wallet.
    await ofRequest('cancel', 'POST', `${path}/cancel`)
  }
  return { ms, token_s: (Date.parse(connection.token_expires_at) - Date.now()) / 1000 }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
}

const call = async (canary: Canary, step: Step, { method, path, ...sent }: Sent): Promise<unknown> => {
  const { base_url, connection_token } = canary
  try {
    const answer = await fetch(new URL(path, base_url), {
      method,
      ...sent,
      headers: {
        authorization: `Bearer ${connection_token}`,
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      },
      // The token goes to nobody else.
      redirect: 'error',
      signal: AbortSignal.timeout(STEP_MS_MAX),
    })
    const text = await answer.text()
    if (!answer.ok) throw new CanaryFault(`${step}: ${base_url} answered ${answer.status}${refusalIn(text)}`)
    return JSON.parse(text)
  } catch (error) {
    throw error instanceof CanaryFault ? error : new CanaryFault(`${step}: ${base_url} ${whyNoAnswer(error)}`)
  }
}

const refusalIn = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } }
    return ` ${error.code}: ${error.message}`
  } catch {
    return ''
  }
}

const whyNoAnswer = (error: unknown): string => {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `did not answer within ${STEP_MS_MAX / 1000} s`
  if (name === 'SyntaxError') return 'answered something else than JSON: is base_url right?'
  return `could not be reached: ${cause instanceof Error ? cause.message : message}`
}
