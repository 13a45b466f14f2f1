/** A project that may pay over a connection within a policy; built by doing. */
import { hash, sign } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { factsText, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import { consentTextOf } from '@pursestrings/protocol/policy-text'
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
  /** To what is shown; `of` is the policy where that is only proposed. */
  optIn(shown: Json, of?: Json): Promise<Answer>
  /** A policy in force. */
  consented(more?: object): Promise<Json>
  read(policy_id: string): Promise<Json>
  /** An agent's intent that is right in everything but what is given. */
  intend(more?: object, headers?: Record<string, string>): Promise<Answer>
  intended(more?: object): Promise<Json>
  report(agent_payment_id: string, body: object): Promise<Answer>
}

export const policyPath = (id: string, action = ''): string => `/v1/automation-policies/${id}${action && `/${action}`}`
export const paymentPath = (id: string, action = ''): string => `/v1/agent-payments/${id}${action && `/${action}`}`
/**
 * What each policy counts, beside what its payments hold (`held`: they wait, were claimed or have a transaction;
 * `for_good`: without those that wait only) and what decisions, releases and recounts add up to (`ledger`).
 */
export const POLICY_BOOKS = `select p.policy_id, p.used::text, p.claimed::text, p.cumulative_limit::text as cap,
  coalesce(sum(a.reserved) filter (where a.status = 'intent_created' or a.good), 0)::text as held,
  coalesce(sum(a.reserved) filter (where a.good), 0)::text as for_good,
  ((select coalesce(sum(units), 0) from policy_decisions d where d.policy_id = p.policy_id and allowed)
    + (select coalesce(sum(case change when 'release' then -units else units end), 0) from policy_use_changes c
        where c.policy_id = p.policy_id))::text as ledger,
  (select count(*)::int from policy_decisions d where d.policy_id = p.policy_id) as decisions
  from automation_policies p left join lateral (select x.reserved, x.status, x.claimed_at is not null
      or x.transaction_hash is not null or exists (select from agent_payment_events e
        where e.agent_payment_id = x.agent_payment_id and e.late) as good
    from agent_payments x where x.policy_id = p.policy_id) a on true
  group by p.merchant_id, p.policy_id`
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** Puts the end of a payment's time behind us. The facts name that time, so that their digest moves with it. */
export const passTime = async (world: World, payment: Json): Promise<void> => {
  const expires_at = new Date(Date.now() - 1_000).toISOString()
  const facts = factsText(paymentFactsOf({ ...payment, request_id: payment.id, expires_at }))
  await world.database.admin.query(`begin; set local session_replication_role = replica;
    update agent_payments set expires_at = '${expires_at}', facts_digest = '\\x${hash('sha256', facts, 'hex')}'
      where agent_payment_id = '${uuidOf('apy', payment.id)}'; commit`)
}

/** What a device sends to consent to a policy as it was shown. */
export const consentTo = ({ policy_digest }: Json, key?: KeyPair, signs = key && signerOf(key)): object => ({
  policy_digest,
  ...(signs && { signature: signs(consentTextOf(policy_digest)) }),
})

const signerOf =
  ({ private_key }: KeyPair) =>
  (text: string): string =>
    sign(null, Buffer.from(text), private_key).toString('base64url')

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
  /** How the connection's device signs, where it has a key. */
  readonly sign?: (text: string) => string
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
  const optIn: Automation['optIn'] = (shown, of = shown) =>
    connection.device.call('POST', policyPath(of.id, 'opt-in'), { body: consentTo(shown, key, wanted.sign) })
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
