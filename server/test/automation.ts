/** A project that may pay over a connection within a policy; built by doing. */
import { sign } from 'node:crypto'
import { consentTextOf } from '@countersign/contract/policy-text'
import { expect } from 'vitest'
import { type KeyPair, newKey } from './agent.ts'
import { activePayee, freshKey } from './asking.ts'
import type { Answer } from './call.ts'
import { type Call, newConnection, type TestConnection } from './connection.ts'
import { newDevice } from './device.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import type { Payee } from './payee.ts'
import { newApiKey } from './project.ts'
import type { World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

export interface Automation extends TestConnection {
  readonly payee: Payee
  readonly project_id: string
  readonly api_key: Readonly<Record<string, string>>
  /** The key that the device signs its decisions with. */
  readonly key: KeyPair | undefined
  /** As the project, by its key. */
  readonly asProject: Call
  propose(more?: object): Promise<Answer>
  /** A policy that the wallet has yet to consent to. */
  proposed(more?: object): Promise<Json>
  optIn(policy: Json, more?: object): Promise<Answer>
  /** A policy in force. */
  consented(more?: object): Promise<Json>
  read(policy_id: string): Promise<Json>
  /** An agent's intent that is right in everything but what is given. */
  intend(more?: object, headers?: Record<string, string>): Promise<Answer>
  intended(more?: object): Promise<Json>
  report(agent_payment_id: string, body: object): Promise<Answer>
}

export const policyPath = (id: string, verb = ''): string => `/v1/automation-policies/${id}${verb && `/${verb}`}`
export const paymentPath = (id: string, verb = ''): string => `/v1/agent-payments/${id}${verb && `/${verb}`}`
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** What a device sends to consent to a policy as it was shown. */
export const consentTo = ({ policy_digest }: Json, key?: KeyPair): object => ({
  policy_digest,
  ...(key && {
    signature: sign(null, Buffer.from(consentTextOf(policy_digest)), key.private_key).toString('base64url'),
  }),
})

const ok = (answer: Answer, status: number): Json => {
  expect([answer.status, answer.json?.error]).toEqual([status, undefined])
  return answer.json.data
}

interface Wanted {
  readonly operator?: Operator
  readonly payee?: Payee
  readonly connection?: TestConnection
  /** A device with a decision key. */
  readonly signs?: boolean
}

export const newAutomation = async (world: World, web: MerchantWeb, wanted: Wanted = {}): Promise<Automation> => {
  const operator = wanted.connection?.operator ?? wanted.operator ?? (await newOperator(world))
  const payee = wanted.payee ?? (await activePayee(web, operator))
  const key = wanted.signs ? newKey() : undefined
  const device = async () => newDevice(world, key && { public_key: key.public_key })
  const connection = wanted.connection ?? (await newConnection(world, { operator, device: await device() }))
  const { project_id, headers: api_key } = await newApiKey(operator)
  const { connection_id } = connection
  const { recipient_id, recipient_version_id } = payee
  const asProject: Call = (method, path, sent = {}) =>
    world.call(method, path, { ...sent, headers: { ...api_key, ...sent.headers } })

  const propose: Automation['propose'] = (more = {}) =>
    asProject('POST', '/v1/automation-policies', {
      body: {
        connection_id,
        name: 'Weekly groceries',
        network: 'stellar_testnet',
        asset: 'XLM',
        single_tx_limit: '10',
        cumulative_limit: '100',
        validity_window: { from: inMinutes(-60), to: inMinutes(60) },
        allowlist: [recipient_id],
        ...more,
      },
    })
  const proposed: Automation['proposed'] = async (more) => ok(await propose(more), 201)
  const optIn: Automation['optIn'] = (policy, more = {}) =>
    connection.device.call('POST', policyPath(policy.id, 'opt-in'), { body: { ...consentTo(policy, key), ...more } })
  const intend: Automation['intend'] = (more = {}, headers = {}) =>
    asProject('POST', '/v1/agent-payments', {
      body: {
        initiator: 'agent',
        connection_id,
        recipient_id,
        recipient_version_id,
        amount: '10',
        idempotency_key: freshKey(),
        ...more,
      },
      headers,
    })
  return {
    ...connection,
    payee,
    project_id,
    api_key,
    key,
    asProject,
    propose,
    proposed,
    optIn,
    consented: async (more) => ok(await optIn(await proposed(more)), 200),
    read: async (policy_id) => ok(await asProject('GET', policyPath(policy_id)), 200),
    intend,
    intended: async (more) => ok(await intend(more), 201),
    report: (agent_payment_id, body) =>
      connection.device.call('POST', paymentPath(agent_payment_id, 'status'), { body }),
  }
}
