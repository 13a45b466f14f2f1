/** What a wait may say where nobody looks at the ledger: an end that was reported, or that it still waits; never `paid`. */
import type { Outcome, PaymentStatus } from '@pursestrings/sdk'
import { createAgentClient } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { reportUpTo } from '../../../tests/acceptance/steps/wallet.ts'
import { startPlace, type TestPlace } from './place.ts'
import { startProxy } from './proxy.ts'

let place: TestPlace
let ready: Ready
let connection_token: string
beforeAll(async () => {
  place = await startPlace()
  ready = await getReady(place)
  const { connection_id } = (await ready.agent.connections.readCurrent()).connection
  connection_token = (await ready.wallet.connections.rotateToken(connection_id)).connection_token
  ready.agent.useConnection(connection_token)
})
afterAll(() => place.stop())

const TABLE = [
  ['pending', 'still_waiting'],
  ['signed', 'still_waiting'],
  ['broadcasted', 'still_waiting'],
  ['confirmed', 'reported'],
  ['rejected', 'rejected'],
  ['failed', 'failed'],
  ['expired', 'expired'],
] as const satisfies readonly (readonly [PaymentStatus, Outcome['outcome']])[]

const bring = async (request_id: string, status: PaymentStatus): Promise<void> => {
  if (status === 'expired') await place.expire(request_id)
  else if (status !== 'pending') await reportUpTo(ready.wallet, request_id, status)
}

// Side by side: most of their time is waiting.
describe.concurrent.each(TABLE)('a request that is %s', (status, outcome) => {
  test(`is ${outcome} to who comes later`, async () => {
    const { request_id } = (await ready.ask(`late-${status}`)).payment_request
    await bring(request_id, status)
    const ended = await ready.agent.paymentRequests.waitForPaid(request_id, {
      timeout_ms: outcome === 'still_waiting' ? 500 : 20_000,
    })
    expect([ended.outcome, ended.request?.status]).toEqual([outcome, status])
  })

  test(`is ${outcome} to who waits meanwhile`, async () => {
    const { request_id } = (await ready.ask(`early-${status}`)).payment_request
    const timeout_ms = outcome === 'still_waiting' ? 1_500 : 20_000
    const waiting = ready.agent.paymentRequests.waitForPaid(request_id, { timeout_ms })
    await bring(request_id, status)
    const ended = await waiting
    expect([ended.outcome, ended.request?.status]).toEqual([outcome, status])
  })
})

test('a service that cannot be asked leaves it waiting, and the request as it was last read', async () => {
  const { request_id } = (await ready.ask('unreachable')).payment_request
  let reads = 0
  const path = `/v1/payment-requests/${request_id}`
  await using proxy = await startProxy(place.base_url, (call) =>
    call.path === path ? (reads++ === 0 ? 'pass' : 'drop') : call.nth === 1 ? 'pass' : 'drop',
  )
  const agent = createAgentClient({ base_url: proxy.base_url, connection_token })
  const ended = await agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 1_000 })
  expect([ended.outcome, ended.request?.status]).toEqual(['still_waiting', 'pending'])
  const nowhere = createAgentClient({ base_url: 'http://127.0.0.1:9', connection_token })
  const never = await nowhere.paymentRequests.waitForPaid(request_id, { timeout_ms: 300 })
  expect(never).toEqual({ outcome: 'still_waiting', request: undefined })
})

test('what is not there is not waited for, and a signal ends the wait', async () => {
  const { paymentRequests } = ready.agent
  await expect(paymentRequests.waitForPaid('pr_absent')).rejects.toMatchObject({ name: 'ResourceNotFoundError' })
  const { request_id } = (await ready.ask('ended')).payment_request
  const over = new AbortController()
  const waiting = paymentRequests.waitForPaid(request_id, { signal: over.signal })
  over.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
