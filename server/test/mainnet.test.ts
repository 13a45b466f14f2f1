/** No call of the agent-payment surface names a mainnet network: 409, after the credential and before all else. */
import { MAINNET_NAMES } from '@pursestrings/contract/agent-payments/mainnet'
import { changesState, credentialsOf, type Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { headersFor, type Keyring, keyringOf } from './keyring.ts'
import { newOperator } from './operator.ts'
import { plantSecondSurface, type SecondSurface } from './second-surface.ts'
import { sharedWorld, type World } from './world.ts'

const CHANGE = '/v1/agent-payments/any/planted'
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => ` ${name.toUpperCase()} `,
  (name) => name.replaceAll('_', '-').replace(/^./, (c) => c.toUpperCase()),
  (name) => name.replaceAll('_', ''),
  (name) => name.replaceAll('_', '.'),
  (name) => Array.from(name, (c) => (c === '_' ? c : String.fromCodePoint(c.charCodeAt(0) + 0xfee0))).join(''),
]

let world: World
let surface: SecondSurface
let keys: Keyring
beforeAll(async () => {
  world = await sharedWorld()
  surface = await plantSecondSurface(world)
  keys = await keyringOf(world, await newOperator(world), 'metrics-token-of-the-test')
})
afterAll(() => surface.stop())

const withKey = () => headersFor(keys, 'api_key')
const post = (body: unknown, path = CHANGE) => surface.call('POST', path, { body, headers: withKey() })
const refused = (answer: Answer, field: string) => {
  expect([answer.status, answer.json.error?.code]).toEqual([409, 'phase_0_mainnet_disabled'])
  expect(answer.json).toMatchObject({ success: false, error: { details: { field } } })
}

test.each(MAINNET_NAMES)('%s is refused in body, query and path, in every spelling', async (name) => {
  for (const spell of SPELLINGS) {
    const text = spell(name)
    const encoded = encodeURIComponent(text)
    refused(await post({ a: [{ network: text }] }), 'a.0.network')
    refused(await post({}, `${CHANGE}?asset=${encoded}`), 'asset')
    refused(await post({}, `/v1/agent-payments/${encoded}/planted`), 'agent_payment_id')
  }
  refused(await post({ purpose: name }), 'purpose')
  refused(await post({ idempotency_key: name }), 'idempotency_key')
  refused(await post({ where: `to ${name}` }), 'where')
  refused(await post({}, `${CHANGE}?asset=XLM&asset=${name}`), 'asset.1')
})

test('it comes after the credential and before every other check', async () => {
  const body = { network: 'stellar_public', merchant_id: 'x', purpose: 7, surprise: true }
  refused(await post(body), 'network')
  refused(await post(body, `${CHANGE}?surprise=1`), 'network')
  refused(await post('Stellar Public'), 'body')
  refused(await post(['stellar.public']), '0')
  const headers: Record<string, string> = { ...withKey(), 'x-merchant-id': 'x' }
  refused(await surface.call('POST', CHANGE, { body, headers }), 'network')
  const said = async (more: Record<string, string>) => {
    const { status, json } = await surface.call('POST', CHANGE, { body, headers: more })
    return [status, json.error.code]
  }
  expect(await said({})).toEqual([401, 'credential_missing'])
  expect(await said({ 'x-svc-api-key': 'x' })).toEqual([401, 'credential_invalid'])
  expect(await said({ ...withKey(), authorization: 'Bearer x' })).toEqual([400, 'credential_conflict'])
})

test('the testnet and texts that only speak of a network pass', async () => {
  const body = {
    purpose: 'Moved away from stellar_public',
    note: 'not base_mainnet',
    idempotency_key: 'base_mainnet-7',
  }
  const { status, json } = await post(body, `${CHANGE}?asset=Stellar-Testnet`)
  expect([status, json.data.body]).toEqual([200, body])
})

test('the first surface, where the recipient decides the network, does not have the rule', async () => {
  const session = headersFor(keys, 'merchant_session')
  const made = await world.call('POST', '/v1/projects', { body: { name: 'stellar_public' }, headers: session })
  expect(made.status).toBe(201)
})

describe('every operation of the surface', () => {
  const list: readonly Operation[] = operations.filter((o) => o.surface === 'agent_payments')
  const pathOf = (o: Operation) =>
    o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((o.example.params as never)[name]))

  test('refuses every name wherever it can be given', async () => {
    expect(new Set(list.map((o) => o.path.split('/')[2]))).toEqual(new Set(['automation-policies', 'agent-payments']))
    for (const o of list) {
      const headers = headersFor(keys, credentialsOf(o)[0])
      for (const [i, name] of MAINNET_NAMES.entries()) {
        const text = (SPELLINGS[i % SPELLINGS.length] as (name: string) => string)(name)
        const query = `${pathOf(o)}?network=${encodeURIComponent(text)}`
        const sent = changesState(o) ? { body: o.example.body ?? {}, headers } : { headers }
        refused(await world.call(o.method, query, sent), 'network')
        if (!changesState(o)) continue
        const body = { ...o.example.body, payment: { network: text } }
        refused(await world.call(o.method, pathOf(o), { body, headers }), 'payment.network')
      }
    }
  })
})
