/** What a field takes, and what a caller is told of what it does not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { type Automation, newAutomation } from './automation.ts'
import type { Answer } from './call.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
let automation: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, PENDING_MAX: '1000' })
  asking = await newAsking(world, web)
  automation = await newAutomation(world, web, { connection: asking, payee: asking.payee })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const said = ({ status, json }: Answer) => [status, json.error?.code, json.error?.issues?.[0]?.field]
const UNSEEN = ['a\u0000b', 'a\u001fb', '\u202eevil', 'a\u2066b', 'a\u200bb', '\ud800', 'a\ndef']

test('keys and reasons take nothing that cannot be seen or that moves what can', async () => {
  const request_id = (await asking.asked()).request_id
  for (const odd of UNSEEN) {
    for (const field of ['idempotency_key', 'transaction_id', 'request_id']) {
      expect([odd, ...said(await asking.ask({ [field]: odd }))]).toEqual([odd, 422, 'validation_failed', field])
    }
    const reported = await asking.report(request_id, { status: 'rejected', reason: odd })
    expect([odd, ...said(reported)]).toEqual([odd, 422, 'validation_failed', 'reason'])
  }
  const fine = await asking.ask({ transaction_id: 'Bestellung №7 ☕', idempotency_key: '注文 42' })
  expect(fine.json.payment_request).toMatchObject({ transaction_id: 'Bestellung №7 ☕', idempotency_key: '注文 42' })
})

test('a time that no clock shows is refused, with the rule and an example', async () => {
  for (const expires_at of [
    '2026-12-31T23:59:60Z',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00Z',
    '2027-02-30T00:00:00Z',
  ]) {
    const answer = await asking.ask({ expires_at })
    expect([expires_at, ...said(answer)]).toEqual([expires_at, 422, 'validation_failed', 'expires_at'])
    expect(answer.json.error.issues).toHaveLength(1)
    expect(answer.json.error.message).toContain('such as `2026-11-15T09:30:00.000Z`')
  }
})

test('a number that only fits infinity is no JSON of ours', async () => {
  const body = (number: string) => `{"recipient_id":"x","metadata":{"n":${number}}}`
  const sent = await asking.call('POST', '/v1/payment-requests', { raw: body('1e999') })
  expect([sent.status, sent.json.error.code]).toEqual([400, 'malformed_json'])
  expect(sent.json.error.message).toContain('too large')
})

test('a request may be called anything printable that a path can carry, and is found by it', async () => {
  for (const request_id of [
    'Bestellung №7/2',
    'a b',
    '100%',
    'q?x=1#y',
    '☕'.repeat(160),
    "o'clock",
    'x'.repeat(160),
  ]) {
    expect((await asking.asked({ request_id })).request_id).toBe(request_id)
    const path = `/v1/payment-requests/${encodeURIComponent(request_id)}`
    expect((await asking.call('GET', path)).json.payment_request.request_id).toBe(request_id)
    expect((await asking.device.call('GET', path)).json.payment_request.request_id).toBe(request_id)
    const rejected = await asking.device.call('POST', `${path}/status`, { body: { status: 'rejected' } })
    expect([rejected.status, rejected.json.payment_request.status]).toEqual([200, 'rejected'])
  }
  for (const request_id of ['events', '.', '..', '', 'x'.repeat(161)]) {
    expect(said(await asking.ask({ request_id }))).toEqual([422, 'validation_failed', 'request_id'])
  }
})

test('a Stellar hash in another case is the same hash, and is kept in lower case', async () => {
  const hash = 'ABCDEF0123456789'.repeat(4)
  const { request_id } = await asking.asked()
  expect((await asking.report(request_id, { status: 'signed' })).status).toBe(200)
  const first = await asking.report(request_id, { status: 'broadcasted', transaction_hash: hash })
  expect([first.status, first.json.payment_request.transaction_hash]).toEqual([200, hash.toLowerCase()])
  const again = await asking.report(request_id, { status: 'broadcasted', transaction_hash: hash.toLowerCase() })
  expect(again.status).toBe(200)
  const confirmed = await asking.report(request_id, { status: 'confirmed', transaction_hash: hash })
  expect([confirmed.status, confirmed.json.payment_request.transaction_hash]).toEqual([200, hash.toLowerCase()])

  const { id } = await automation.intended({ initiator: 'human' })
  expect((await automation.report(id, { status: 'approved' })).status).toBe(200)
  const submitted = await automation.report(id, { status: 'submitted', transaction_hash: hash })
  expect([submitted.status, submitted.json.data.transaction_hash]).toEqual([200, hash.toLowerCase()])
  const settled = await automation.report(id, { status: 'settled', transaction_hash: hash.toLowerCase() })
  expect([settled.status, settled.json.data.transaction_hash]).toEqual([200, hash.toLowerCase()])
})

const context = (more: object) => asking.call('POST', '/v1/transaction-contexts', { body: { title: 'Order', ...more } })

test('unknown fields are refused and named however many they are, and hide nothing else', async () => {
  for (const count of [1, 7, 8, 9, 50]) {
    const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`surprise${i}`, 1]))
    const unknown = await context(many)
    expect([count, unknown.status, unknown.json.error?.code]).toEqual([count, 422, 'unknown_field'])
    expect(unknown.json.error.issues.map((i: { field: string }) => i.field)).toEqual(Object.keys(many))
    const both = await context({ ...many, transaction_id: 'a\u0000b' })
    expect([count, both.status, both.json.error?.code]).toEqual([count, 422, 'validation_failed'])
    expect(both.json.error.issues.map((i: { field: string }) => i.field)).toContain('transaction_id')
  }
})

test('thousands of wrong fields are answered with a hundred issues, and long names are cut', async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`surprise${i}`, 1]))
  const answer = await context({ ...many, ['x'.repeat(5_000)]: 1 })
  expect([answer.status, answer.json.error.issues.length]).toEqual([422, 100])
  const long = await context({ ['x'.repeat(5_000)]: 1 })
  expect(long.json.error.field).toBe(`${'x'.repeat(64)}…`)
})
