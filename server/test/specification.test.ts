/** Payment requests on the wire, held against the tables of the specification (2.1, 2.2, 7), which are written out here. */
import { NETWORK_NAMES, RAILS } from '@pursestrings/protocol/network-names'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, askingOver, freshKey, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { activate, endCooling, LIST_FILE, newStellarAddress } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, NETWORKS_ENABLED: 'stellar_testnet,base_mainnet' })
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const Name = Type.String({ minLength: 1, maxLength: 160 })
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const NonEmpty = Type.String({ minLength: 1 })
const Free = Type.Object({}, { additionalProperties: true })
const PaymentRequest = Type.Object({
  protocol: Type.Literal('svc.payment_request.v1'),
  request_id: Name,
  connection_id: Name,
  transaction_id: Type.Optional(Name),
  created_at: Time,
  expires_at: Time,
  idempotency_key: Type.Optional(Type.String({ maxLength: 256 })),
  status: Type.Enum(['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected']),
  source: Free,
  payee: Type.Object({ name: NonEmpty, verified: Type.Optional(Type.Boolean()) }),
  payment: Type.Object({
    rail: Type.Enum([...RAILS]),
    network: Type.Enum([...NETWORK_NAMES]),
    asset: NonEmpty,
    amount: Type.String({ pattern: '^(?=.*[1-9])(0|[1-9][0-9]*)(\\.[0-9]+)?$' }),
    to: NonEmpty,
    contract: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    chain_id: Type.Optional(Type.Integer({ minimum: 0 })),
    memo: Type.Optional(Type.String()),
  }),
  policy: Type.Object({ requires_user_approval: Type.Literal(true) }),
  display: Type.Optional(Free),
  metadata: Type.Optional(Free),
})
const faultsOf = (request: unknown) => [...Value.Errors(PaymentRequest, request)]

test('a payment request has every field of the specification, with its type and limits, wherever it is shown', async () => {
  const sent = { transaction_id: 'order-1', display: { title: 'Books' }, metadata: { order: 1 } }
  const created = await asking.asked({ ...sent, request_id: 'r'.repeat(160), idempotency_key: 'k'.repeat(256) })
  const path = `/v1/payment-requests/${created.request_id}`
  const read = await asking.call('GET', path)
  const byWallet = await asking.device.call('GET', path)
  const listed = await asking.call('GET', '/v1/payment-requests')
  for (const request of [created, read.json.payment_request, byWallet.json.payment_request]) {
    expect(faultsOf(request)).toEqual([])
    expect(request).toMatchObject(sent)
  }
  expect(listed.json.payment_requests.flatMap(faultsOf)).toEqual([])
  for (const report of [
    { status: 'signed' },
    { status: 'broadcasted', transaction_hash: 'c'.repeat(64) },
    { status: 'confirmed', transaction_hash: 'c'.repeat(64) },
  ]) {
    expect(faultsOf((await asking.report(created.request_id, report)).json.payment_request)).toEqual([])
  }
})

/** A payee with these facts, active. */
const payeeWith = async (facts: { address: string; network: string }) => {
  const { operator, payee } = asking
  const { domain_id } = payee
  const { recipient, recipient_version } = (
    await operator.call('POST', '/v1/recipients', {
      body: { name: `Till on ${facts.network.split('_')[0]}`, ...facts },
    })
  ).json
  const [{ recipient_id }, { recipient_version_id }] = [recipient, recipient_version]
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const { evidence } = (
    await operator.call('POST', `/v1/recipients/${recipient_id}/verify`, {
      body: { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: 1 },
    })
  ).json
  const verified = { domain_id, recipient_id, recipient_version_id, evidence, version: 1, address: facts.address }
  expect((await activate(operator, verified)).status).toBe(200)
  await endCooling(world.database)
  const path = `/v1/recipients/${recipient_id}`
  await until(async () => (await operator.call('GET', path)).json.recipient.active_version_id === recipient_version_id)
  return verified
}

test.each([
  {
    rail: 'stellar_xlm',
    facts: { network: 'stellar_testnet', asset: 'USDC', issuer: newStellarAddress(), memo: 'id:42' },
    address: newStellarAddress(),
    shown: { decimals: 7 },
  },
  {
    rail: 'base_usdc',
    facts: { network: 'base_mainnet', asset: 'USDC', contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    shown: { decimals: 6, chain_id: 8453 },
  },
])('memo, issuer, contract and chain_id are shown where the network has them: $rail', async (given) => {
  const { rail, facts, address, shown } = given
  const request = await askingOver(asking, await payeeWith({ ...facts, address })).asked()
  expect(faultsOf(request)).toEqual([])
  expect(request.payment).toEqual({ rail, ...facts, to: address, amount: '12.5', ...shown })
})

test('a create takes the least that the specification shows, by header or body, with or without expires_at', async () => {
  const { recipient_id, recipient_version_id } = asking.payee
  const least = {
    recipient_id,
    recipient_version_id,
    payment: { amount: '1' },
    policy: { requires_user_approval: true },
  }
  const create = (body: object, headers: Record<string, string> = {}) =>
    asking.call('POST', '/v1/payment-requests', { body, headers })
  const byHeader = await create(least, { 'x-idempotency-key': freshKey() })
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const byBody = await create({ ...least, expires_at, idempotency_key: freshKey() })
  expect([byHeader.status, byBody.status]).toEqual([201, 201])
  expect(byHeader.json).toMatchObject({ ok: true, payment_request: { request_id: expect.any(String) } })
  expect(byBody.json.payment_request).toMatchObject({ expires_at, status: 'pending' })
  for (const name of Object.keys(least)) {
    const { [name]: _, ...without } = least as Record<string, unknown>
    const refused = await create(without, { 'x-idempotency-key': freshKey() })
    expect([name, refused.status, refused.json.error?.field]).toEqual([name, 422, name])
  }
})

test('a create without user approval, or with a payment fact of its own, is refused', async () => {
  for (const requires_user_approval of [false, 'true', 1, null]) {
    expect((await asking.ask({ policy: { requires_user_approval } })).status).toBe(422)
  }
  for (const fact of ['network', 'asset', 'address', 'to', 'memo', 'contract', 'issuer', 'rail', 'decimals']) {
    const inside = await asking.ask({ payment: { amount: '1', [fact]: 'x' } })
    const beside = await asking.ask({ [fact]: 'x' })
    expect([fact, inside.status, beside.status]).toEqual([fact, 422, 422])
    expect(inside.json.error).toMatchObject({ code: 'override_forbidden', field: `payment.${fact}` })
  }
})

test('a failure names code, message, request_id and field, and lists every issue', async () => {
  const refused = await asking.ask({ payment: { amount: '1e3' }, expires_at: 'soon', policy: {} })
  expect(refused.json).toMatchObject({
    ok: false,
    error: { code: 'validation_failed', message: expect.any(String), request_id: expect.any(String) },
  })
  const { field, issues } = refused.json.error
  const fields = issues.map((issue: { field: string }) => issue.field)
  expect(field).toBe(fields[0])
  expect(fields.toSorted()).toEqual(['expires_at', 'payment.amount', 'policy.requires_user_approval'])
})
