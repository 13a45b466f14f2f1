/** The acceptance journeys, through the SDK alone. */
import { ApiError, VersionConflictError } from '@countersign/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectByPairing,
  expireOnce,
  getReady,
  payOnce,
  type Ready,
  registerAgent,
  registerWallet,
  rejectOnce,
} from './journeys.ts'
import { startPlace, type TestPlace } from './place.ts'
import { hearByWebhook } from './webhook-journey.ts'

let place: TestPlace
let ready: Ready
beforeAll(async () => {
  place = await startPlace()
  ready = await getReady(place)
})
afterAll(() => place.stop())

test('a merchant, an agent and a wallet get from nothing to a confirmed payment', () => payOnce(ready))

test('what the user rejects is rejected, and says why', () => rejectOnce(ready))

test('what nobody answers in time is expired', () => expireOnce(place, ready))

test('a merchant hears of it by webhooks that are signed', () => hearByWebhook(place, ready))

test('an agent pairs by a short code, and asks', async () => {
  const [agent, wallet] = [await registerAgent(place, ready.merchant), await registerWallet(place)]
  await connectByPairing(agent, wallet)
  const { recipient_id, recipient_version_id } = ready.payee
  const asked = await agent.requestPayment({ task_ref: 'paired', recipient_id, recipient_version_id, amount: '1' })
  expect((await wallet.review(asked.payment_request.request_id)).facts.payment.amount).toBe('1')
})

test('a refusal lists every issue, names its field and says what to do', async () => {
  const wrong = { name: '', runtime: 'node-24', environment: 'mainnet' as 'testnet', allowed_scopes: [] }
  const failure: unknown = await ready.merchant.agents.create(wrong).catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(ApiError)
  const { code, status, field, issues, request_id, recovery, retry } = failure as ApiError
  expect([code, status, retry]).toEqual(['validation_failed', 422, 'never'])
  expect(new Set(issues.map((issue) => issue.field))).toEqual(new Set(['allowed_scopes', 'environment', 'name']))
  expect(issues[0]?.field).toBe(field)
  expect([request_id, recovery]).toEqual([expect.any(String), expect.stringContaining('issues')])
})

test('an update with a stale version is told the current one', async () => {
  const { merchant } = await ready.merchant.merchantSessions.readCurrent()
  const stale = ready.merchant.merchants.update(merchant.merchant_id, { name: 'Quay', version: merchant.version + 7 })
  const failure: unknown = await stale.catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(VersionConflictError)
  expect((failure as VersionConflictError).current_version).toBe(merchant.version)
})

test('the merchant lists what its agents asked for, page by page and one by one', async () => {
  for (let i = 0; i < 5; i++) await ready.ask(`listed-${i}`)
  const list = ready.merchant.paymentRequests.listForMerchant({ limit: 2 })
  const { data, response, request_id } = await list.page().withResponse()
  expect([data.payment_requests.length, response.status, request_id]).toEqual([2, 200, expect.any(String)])
  const seen = new Set<string>()
  for await (const one of list) seen.add(one.request_id)
  expect(seen.size).toBeGreaterThanOrEqual(5)
  expect((await list.toArray({ limit: 3 })).length).toBe(3)
})
