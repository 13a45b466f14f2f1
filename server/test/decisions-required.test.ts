/**
 * A user may require decisions on a connection to be signed with the key of the device. From then on whoever stole the token
 * can move nothing there, and cannot take the requirement back.
 */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { consentTextOf } from '@pursestrings/protocol/policy-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTokenOf } from './agent.ts'
import { type Asking, activePayee, askingOver } from './asking.ts'
import { type Automation, newAutomation, policyPath } from './automation.ts'
import type { Answer } from './call.ts'
import { bearing, connectionPath, invitationPath, newConnection, newInvitation, startPairing } from './connection.ts'
import {
  addKey,
  changeOf,
  type DeviceKey,
  decisionFor,
  newDevice,
  newDeviceKey,
  rawKey,
  revokeKey,
  type TestDevice,
} from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import type { Payee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let web: MerchantWeb
let world: World
let operator: Operator
let payee: Payee
let aud: string
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
  aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
  operator = await newOperator(world)
  payee = await activePayee(web, operator)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const code = ({ status, json }: Answer) => [status, json.error?.code]
const HASH = 'a1'.repeat(32)

type Strict = Asking & { readonly key: DeviceKey; set(body: object): Promise<Answer> }
/** A connection over which every decision is signed. */
const strict = async (): Promise<Strict> => {
  const key = newDeviceKey()
  const device = await newDevice(world, { public_key: rawKey(key) })
  const asking = askingOver(await newConnection(world, { operator, device }), payee)
  const set = (body: object) => device.call('PATCH', connectionPath(asking.connection_id), { body })
  const raised = await set({ decision_signature: 'required' })
  expect([raised.status, raised.json.connection.decision_signature]).toEqual([200, 'required'])
  return { ...asking, key, set }
}
const decide = ({ key, device }: { key: DeviceKey; device: TestDevice }, request: Json, more: Json = {}) =>
  decisionFor(key, request, { aud, device_id: device.device_id, status: 'signed', ...more })

test('an unsigned report moves nothing, whatever it says; a signed one does', async () => {
  const mine = await strict()
  const request = await mine.asked()
  for (const status of ['signed', 'rejected', 'failed']) {
    expect(code(await mine.report(request.request_id, { status }))).toEqual([403, 'decision_signature_required'])
  }
  const read = () => mine.call('GET', `/v1/payment-requests/${request.request_id}`)
  expect((await read()).json.payment_request).toMatchObject({ status: 'pending', settlement: { decision: 'none' } })
  const signed = await mine.report(request.request_id, { status: 'signed', decision_jws: decide(mine, request) })
  expect(signed.json.payment_request.status).toBe('signed')
  const sent = { status: 'broadcasted', transaction_hash: HASH }
  expect(code(await mine.report(request.request_id, sent))).toEqual([403, 'decision_signature_required'])
  const decision_jws = decide(mine, request, sent)
  expect((await mine.report(request.request_id, { ...sent, decision_jws })).json.payment_request.status).toBe(
    'broadcasted',
  )
  // What is so already is no move: whoever repeats it without a signature changes nothing.
  expect((await mine.report(request.request_id, sent)).status).toBe(200)
})

test('a transaction that an unsigned report names is kept, once, and the feed tells it', async () => {
  const mine = await strict()
  const request = await mine.asked()
  const body = { status: 'signed', transaction_hash: HASH }
  for (let i = 0; i < 2; i++) {
    const answer = await mine.report(request.request_id, body)
    expect([answer.status, answer.json.error?.hash_kept]).toEqual([403, true])
  }
  const { rows } = await world.database.admin.query(
    'select transaction_hash from late_reports where payment_request_id = $1',
    [uuidOf('pr', request.request_id)],
  )
  expect(rows).toEqual([{ transaction_hash: HASH }])
  const { json } = await mine.call('GET', '/v1/payment-requests/events?changes=all&limit=10')
  expect(json.events.map((event: Json) => event.type)).toEqual([
    'payment_request.pending',
    'payment_request.late_report',
  ])
  const decision_jws = decide(mine, request, { transaction_hash: HASH })
  expect((await mine.report(request.request_id, { ...body, decision_jws })).json.payment_request.status).toBe('signed')
})

describe('to require it', () => {
  test('the device needs an active key', async () => {
    const device = await newDevice(world)
    const { connection_id } = await newConnection(world, { operator, device })
    const raise = () =>
      device.call('PATCH', connectionPath(connection_id), { body: { decision_signature: 'required' } })
    expect(code(await raise())).toEqual([422, 'device_key_required'])
    const key = newDeviceKey('ES256')
    await addKey(device, key, { aud })
    expect((await raise()).json.connection.decision_signature).toBe('required')
  })

  test('an approval can say so from the start, where the device has a key', async () => {
    const key = newDeviceKey()
    const [bare, keyed] = [await newDevice(world), await newDevice(world, { public_key: rawKey(key) })]
    const model = await newConnection(world, { operator })
    const asAgent = bearing(world, await agentTokenOf(world, model.agent))
    for (const device of [bare, keyed]) {
      const { id, asClaimant } = await newInvitation(world, { asAgent, device })
      const body = { scopes: ['payment.requests.create'], decision_signature: 'required' }
      const approved = await device.call('POST', invitationPath(id, 'approve'), { body })
      if (device === bare) expect(code(approved)).toEqual([422, 'device_key_required'])
      else {
        const { json } = await asClaimant('POST', invitationPath(id, 'exchange'))
        expect(json.connection.decision_signature).toBe('required')
      }
      const { pairing_session_id, code: shown } = await startPairing(asAgent)
      const paired = await device.call('POST', `/v1/pairing/sessions/${pairing_session_id}/approve`, {
        body: { ...body, code: shown },
      })
      if (device === bare) expect(code(paired)).toEqual([422, 'device_key_required'])
      else expect(paired.json.connection.decision_signature).toBe('required')
    }
  })
})

describe('to stop requiring it', () => {
  test('takes a statement by the key, and none from before', async () => {
    const mine = await strict()
    const { connection_id } = mine
    const lower = (change_jws?: string) => mine.set({ decision_signature: 'optional', change_jws })
    const early = changeOf(mine.key, aud, connection_id, new Date(Date.now() - 600_000))
    const thief = newDeviceKey()
    const proof = mine.key.statement('svc-device-key-proof+jws', { type: 'x' })
    expect(code(await lower())).toEqual([403, 'decision_signature_required'])
    expect(code(await lower(changeOf(thief, aud, connection_id)))).toEqual([422, 'device_key_unknown'])
    expect(code(await lower(proof))).toEqual([422, 'decision_signature_invalid'])
    expect(code(await lower(early))).toEqual([422, 'decision_mismatch'])
    expect(code(await lower(changeOf(mine.key, 'https://elsewhere.example', connection_id)))).toEqual([
      422,
      'decision_mismatch',
    ])
    expect(code(await lower(changeOf(mine.key, aud, 'con_01k0000000e008000000000000')))).toEqual([
      422,
      'decision_mismatch',
    ])
    const right = changeOf(mine.key, aud, connection_id, new Date(Date.now() + 1_000))
    expect((await lower(right)).json.connection.decision_signature).toBe('optional')
    const request = await mine.asked()
    expect((await mine.report(request.request_id, { status: 'signed' })).status).toBe(200)
  })

  test('the same statement does not count again after it was required once more', async () => {
    const mine = await strict()
    const at = new Date(Date.now() + 500)
    const once = changeOf(mine.key, aud, mine.connection_id, at)
    const lower = () => mine.set({ decision_signature: 'optional', change_jws: once })
    expect((await lower()).status).toBe(200)
    await until(async () => {
      const { rows } = await world.database.admin.query('select clock_timestamp() > $1 as is_past', [at])
      return rows[0].is_past
    })
    await mine.set({ decision_signature: 'required' })
    expect(code(await lower())).toEqual([422, 'decision_mismatch'])
  })

  test('nobody can without the key: it stays when the key is revoked', async () => {
    const mine = await strict()
    const change_jws = changeOf(mine.key, aud, mine.connection_id, new Date(Date.now() + 1_000))
    await revokeKey(mine.device, mine.key)
    expect(code(await mine.set({ decision_signature: 'optional', change_jws }))).toEqual([422, 'device_key_unknown'])
    const request = await mine.asked()
    expect(code(await mine.report(request.request_id, { status: 'signed' }))).toEqual([
      403,
      'decision_signature_required',
    ])
  })
})

describe('agent payments', () => {
  const automated = async (): Promise<Automation & { signer: DeviceKey; policy: Json }> => {
    const mine = await newAutomation(world, web, { operator, payee })
    const policy = await mine.consented()
    const signer = newDeviceKey('ES256')
    expect((await addKey(mine.device, signer, { aud })).status).toBe(201)
    return { ...mine, signer, policy }
  }

  test('are claimed by a signed decision of the policy, which names its digest', async () => {
    const mine = await automated()
    const body = { decision_signature: 'required' }
    expect((await mine.device.call('PATCH', connectionPath(mine.connection_id), { body })).status).toBe(200)
    const payment = await mine.intended()
    const about = { aud, device_id: mine.device.device_id, status: 'approved' }
    const claim = (decision_jws?: string) => mine.report(payment.id, { status: 'approved', decision_jws })
    expect(code(await claim())).toEqual([403, 'decision_signature_required'])
    const other = { ...about, by: 'policy', policy_digest: '0'.repeat(64) } as const
    expect(code(await claim(decisionFor(mine.signer, payment, other)))).toEqual([422, 'decision_mismatch'])
    const thief = decisionFor(newDeviceKey(), payment, about)
    expect(code(await claim(thief))).toEqual([422, 'device_key_unknown'])
    const broken = decisionFor(mine.signer, payment, about).replace(/.{4}$/, 'AAAA')
    expect(code(await claim(broken))).toEqual([422, 'decision_signature_invalid'])
    const right = { ...about, by: 'policy', policy_digest: mine.policy.policy_digest } as const
    const claimed = await claim(decisionFor(mine.signer, payment, right))
    expect([code(claimed), claimed.json.data?.settlement.decision]).toEqual([[200, undefined], 'device_signed'])
    const { rows } = await world.database.admin.query(
      'select status, kid from payment_decisions where payment_id = $1',
      [uuidOf('apy', payment.id)],
    )
    expect(rows).toEqual([{ status: 'approved', kid: mine.signer.kid }])
    const sent = { status: 'submitted', transaction_hash: HASH }
    const refused = await mine.report(payment.id, sent)
    expect([...code(refused), refused.json.error.details.hash_kept]).toEqual([403, 'decision_signature_required', true])
    const told = decisionFor(mine.signer, payment, { ...about, ...sent })
    expect((await mine.report(payment.id, { ...sent, decision_jws: told })).json.data.status).toBe('submitted')
  })

  test('what a policy decided is reported as such, by the terms of its claim alone', async () => {
    const mine = await automated()
    const payment = await mine.intended()
    const { policy_digest } = mine.policy
    const about = { aud, device_id: mine.device.device_id, status: 'approved', by: 'policy', policy_digest } as const
    const claim = decisionFor(mine.signer, payment, about)
    expect((await mine.report(payment.id, { status: 'approved', decision_jws: claim })).status).toBe(200)
    // Other terms are agreed to before the payment has come to its end.
    const { id } = mine.policy
    const body = { single_tx_limit: '20', version: mine.policy.version }
    const wider = (await mine.asProject('PATCH', policyPath(id), { body })).json.data
    const signature = mine.signer.sign(consentTextOf(wider.proposed.policy_digest))
    const consent = { policy_digest: wider.proposed.policy_digest, signature }
    const agreed = (await mine.device.call('POST', policyPath(id, 'opt-in'), { body: consent })).json.data
    expect(agreed.policy_digest).not.toBe(policy_digest)
    const sent = { status: 'submitted', transaction_hash: HASH } as const
    const told = (of: string) => decisionFor(mine.signer, payment, { ...about, ...sent, policy_digest: of })
    const by_new = await mine.report(payment.id, { ...sent, decision_jws: told(agreed.policy_digest) })
    expect(code(by_new)).toEqual([422, 'decision_mismatch'])
    const by_own = await mine.report(payment.id, { ...sent, decision_jws: told(policy_digest) })
    expect(by_own.json.data.status).toBe('submitted')
  })

  test('a revoked key consents to no policy, and neither does the token alone', async () => {
    const mine = await automated()
    const policy = await mine.proposed()
    await revokeKey(mine.device, mine.signer)
    const body = { policy_digest: policy.policy_digest }
    const answer = await mine.device.call('POST', `/v1/automation-policies/${policy.id}/opt-in`, { body })
    expect(code(answer)).toEqual([422, 'consent_signature_invalid'])
  })
})
