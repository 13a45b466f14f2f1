/** What a payment is for, in the agent's words: shown as it was asked, and part of what the service signs. */
import { hash } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, askingOver, freshKey } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { newConnection, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { newTerms, USDC_ENABLED, usdcPayee } from './usdc.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
let mine: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...USDC_ENABLED, LOG_LEVEL: 'fatal' })
  const operator = await newOperator(world)
  const payee = await usdcPayee(web, operator)
  const connection = await newConnection(world, { operator })
  asking = askingOver(connection, payee)
  mine = await newAutomation(world, web, { connection, payee })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const digestOf = (terms: object): string => hash('sha256', canonicalJson(terms))
const factsIn = ({ facts_jws }: { facts_jws: string }) =>
  JSON.parse(Buffer.from(facts_jws.split('.')[1] ?? '', 'base64url').toString())
const POLICY = { network: 'base_sepolia', asset: 'USDC' }

test('a request shows its terms to agent, wallet and merchant, and its signed facts carry their digest', async () => {
  const terms = newTerms({ body_digest: 'a'.repeat(64), description: 'Weather of the day' })
  const request = await asking.asked({ terms })
  const terms_digest = digestOf(terms)
  expect(request).toMatchObject({ terms, terms_digest, reference_value: request.facts_digest })
  expect(request.payment).toMatchObject({
    network: 'base_sepolia',
    reference: 'authorization_nonce',
    method: 'evm.eip3009',
  })
  expect(request.handoff).toBeUndefined()
  expect(factsIn(request)).toMatchObject({ terms_digest, payment: request.payment })
  const path = `/v1/payment-requests/${request.request_id}`
  for (const { call } of [asking, asking.device, asking.operator])
    expect((await call('GET', path)).json.payment_request).toMatchObject({ terms, terms_digest })
  const listed = await asking.device.call('GET', '/v1/payment-requests')
  expect(listed.json.payment_requests[0]).toMatchObject({ terms, terms_digest })
  const reported = await asking.report(request.request_id, { status: 'rejected' })
  expect(reported.json.payment_request).toMatchObject({ terms, terms_digest })
})

test('a request without terms has no digest of any', async () => {
  const request = await asking.asked()
  expect([request.terms, request.terms_digest, factsIn(request).terms_digest]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the same key with other terms is another intent', async () => {
  const [idempotency_key, terms] = [freshKey(), newTerms()]
  const first = await asking.asked({ idempotency_key, terms })
  expect(await asking.asked({ idempotency_key, terms })).toEqual(first)
  for (const other of [{ ...terms, timeout_s: 61 }, undefined])
    expect(said(await asking.ask({ idempotency_key, terms: other }))).toEqual([422, 'idempotency_key_reused'])
})

test('terms that somebody changed in the database are never signed', async () => {
  const { request_id, terms } = await asking.asked({ terms: newTerms() })
  const change = (to: string) =>
    world.database.admin.query(`begin; set local session_replication_role = replica;
      update payment_requests set terms = ${to} where payment_request_id = '${uuidOf('pr', request_id)}'; commit`)
  const read = () => asking.call('GET', `/v1/payment-requests/${request_id}`)
  await change(`replace(terms, 'Bergen', 'Berlin')`)
  expect((await read()).status).toBe(500)
  await change(`'${canonicalJson(terms)}'`)
  expect((await read()).json.payment_request.terms).toEqual(terms)
})

test.each([
  ['plain http', { url: 'http://api.shop.test/weather' }, 'url'],
  ['an address without its slash', { url: 'https://api.shop.test' }, 'url'],
  ['a host in capitals', { url: 'https://API.shop.test/' }, 'url'],
  ['a port that need not be named', { url: 'https://shop.test:443/' }, 'url'],
  ['a user name', { url: 'https://shop.test@evil.test/' }, 'url'],
  ['a fragment', { url: 'https://shop.test/#fragment' }, 'url'],
  ['letters that no address has', { url: 'https://shop.test/wetter/größe' }, 'url'],
  ['a script for an address', { url: 'javascript:alert(1)' }, 'url'],
  ['a huge address', { url: `https://shop.test/${'x'.repeat(2000)}` }, 'url'],
  ['a method in small letters', { method: 'get' }, 'method'],
  ['another kind', { kind: 'other' }, 'kind'],
  ['no time', { timeout_s: 0 }, 'timeout_s'],
  ['a digest in capitals', { body_digest: 'A'.repeat(64) }, 'body_digest'],
  ['words that run backwards', { description: 'a\u202eb' }, 'description'],
  ['no seal', { seal: undefined }, 'seal'],
  ['a key that is none', { seal: { ...newTerms().seal, key: 'short' } }, 'seal.key'],
  ['a field that nobody knows', { payTo: '0x0' }, 'payTo'],
])('terms with %s are refused', async (_what, bad, field) => {
  const terms = newTerms(bad)
  const asked = await asking.ask({ terms })
  const intended = await mine.intend({ initiator: 'human', terms })
  for (const { status, json } of [asked, intended]) {
    const issues: { field: string }[] = json.error.issues ?? json.error.details.issues
    expect([status, issues.map((issue) => issue.field)]).toEqual([422, [`terms.${field}`]])
  }
})

test('plain http leads to a shop on the same machine alone', async () => {
  const terms = newTerms({ url: 'http://127.0.0.1:4021/weather' })
  expect((await asking.asked({ terms })).terms).toEqual(terms)
})

test('an agent payment shows its terms, and its signed facts carry their digest', async () => {
  const terms = newTerms()
  await mine.consented(POLICY)
  for (const initiator of ['agent', 'human']) {
    const payment = await mine.intended({ initiator, terms, amount: '2' })
    expect(payment).toMatchObject({ terms, terms_digest: digestOf(terms) })
    expect(factsIn(payment)).toMatchObject({ terms_digest: digestOf(terms), payment: { method: 'evm.eip3009' } })
    const read = await mine.device.call('GET', paymentPath(payment.id))
    expect(read.json.data).toMatchObject({ terms, terms_digest: digestOf(terms) })
  }
})

test('what a policy refused keeps its terms for the person who is asked instead', async () => {
  const terms = newTerms()
  const refused = await mine.intend({ terms, amount: '1000' })
  expect(said(refused)).toEqual([403, 'HC_NC_5_HITL_REQUIRED'])
  expect(refused.json.error.details.next_action.body.terms).toEqual(terms)
  const [attempt] = (await mine.asProject('GET', '/v1/agent-payments?status=refused')).json.data.refused_attempts
  expect(attempt.next_action.body.terms).toEqual(terms)
  const sent = await mine.operator.call('POST', `/v1/agent-payments/refused/${attempt.id}/send-to-payer`)
  expect(sent.json.data).toMatchObject({ initiator: 'human', terms, terms_digest: digestOf(terms) })
})
