/** One task asks once, whatever the amount: what it asked for before is shown, and replaced only while nobody has paid. */
import { type PaymentRequest, type PaymentTerms, type PaymentWanted, TaskConflictError } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { startPlace, type TestPlace } from './place.ts'

let place: TestPlace
let ready: Ready
beforeAll(async () => {
  place = await startPlace()
  ready = await getReady(place)
})
afterAll(() => place.stop())

const ask = (task_ref: string, amount: string, more: Partial<PaymentWanted> = {}) => {
  const { recipient_id, recipient_version_id } = ready.payee
  return ready.agent.requestPayment({ task_ref, recipient_id, recipient_version_id, amount, ...more })
}
const conflict = async (asked: Promise<unknown>): Promise<PaymentRequest> => {
  const failure: unknown = await asked.catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(TaskConflictError)
  return (failure as TaskConflictError).payment_request
}
const read = async (request_id: string) => (await ready.agent.paymentRequests.read(request_id)).payment_request
const liveOf = async (task_ref: string) =>
  (await ready.agent.paymentRequests.list({ status: 'pending' }).toArray()).filter(
    (one) => one.metadata?.task_ref === task_ref,
  )

test('the same task asks once; another amount is refused and shows what there is; another task is another request', async () => {
  const first = await ask('order-1', '12.5')
  expect([first.replayed, first.payment_request.metadata]).toEqual([false, { task_ref: 'order-1' }])
  const again = await ask('order-1', '12.50', { metadata: { step: 2 } })
  expect([again.replayed, again.payment_request]).toEqual([true, first.payment_request])
  expect(await conflict(ask('order-1', '6'))).toEqual(first.payment_request)
  expect((await ask('order-2', '12.5')).replayed).toBe(false)
  expect(await liveOf('order-1')).toHaveLength(1)
})

test('a request that waits is taken back before another is asked for, and the task then stands for the new one', async () => {
  const first = await ask('order-3', '5')
  const second = await ask('order-3', '6', { replace: true })
  expect([second.replayed, second.payment_request.payment.amount]).toEqual([false, '6'])
  expect(await read(first.payment_request.request_id)).toMatchObject({ status: 'failed', reason: 'canceled_by_agent' })
  expect((await ask('order-3', '6')).payment_request).toEqual(second.payment_request)
  expect((await ask('order-3', '6', { replace: true })).payment_request).toEqual(second.payment_request)
  expect(await conflict(ask('order-3', '5'))).toEqual(second.payment_request)
  expect(await liveOf('order-3')).toHaveLength(1)
})

test('what the user has approved is never replaced', async () => {
  const { request_id } = (await ask('order-4', '5')).payment_request
  await ready.wallet.paymentRequests.reportStatus(request_id, { status: 'signed' })
  expect(await conflict(ask('order-4', '6', { replace: true }))).toMatchObject({ request_id, status: 'signed' })
  expect((await ask('order-4', '5', { replace: true })).payment_request.request_id).toBe(request_id)
})

test('a task whose request ended unpaid asks again only when told to', async () => {
  const first = (await ask('order-5', '5')).payment_request
  await ready.wallet.paymentRequests.reportStatus(first.request_id, { status: 'rejected' })
  expect((await ask('order-5', '5')).payment_request).toMatchObject({
    request_id: first.request_id,
    status: 'rejected',
  })
  const second = await ask('order-5', '5', { replace: true })
  expect([second.replayed, second.payment_request.status]).toEqual([false, 'pending'])
  expect((await ask('order-5', '5')).payment_request.request_id).toBe(second.payment_request.request_id)
})

const TERMS: PaymentTerms = {
  kind: 'x402',
  method: 'GET',
  url: 'https://api.shop.example/weather',
  timeout_s: 60,
  seal: { key: 'A'.repeat(43), agent_key: 'B'.repeat(43), signature: 'C'.repeat(86) },
}

test('a task stands for what it was said to be for: other terms, more or none are refused', async () => {
  const { payment_request } = await ask('call-1', '5', { terms: TERMS })
  expect(await ready.wallet.review(payment_request.request_id)).toMatchObject({ terms: TERMS })
  expect((await ask('call-1', '5.0', { terms: { ...TERMS } })).payment_request).toEqual(payment_request)
  for (const terms of [{ ...TERMS, url: 'https://api.shop.example/gold' }, undefined])
    expect(await conflict(ask('call-1', '5', { terms }))).toEqual(payment_request)
  await ask('call-2', '5')
  expect((await conflict(ask('call-2', '5', { terms: TERMS }))).terms).toBeUndefined()
})

test('20 who replace at the same moment leave one request that waits', async () => {
  const amounts = Array.from({ length: 20 }, (_, i) => String(1 + (i % 5)))
  const asked = await Promise.allSettled(amounts.map((amount) => ask('order-6', amount, { replace: true })))
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(TaskConflictError)
  expect(await liveOf('order-6')).toHaveLength(1)
})
