import { createAgentClient, type Outcome, type PaymentStatus } from '@pursestrings/sdk'
import { Memo } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsOf, startLedgerWorld } from '../../../server/test/ledger-world.ts'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { reportUpTo } from '../../../tests/acceptance/steps/wallet.ts'
import { startPlace, type TestPlace } from './place.ts'
import { startProxy } from './proxy.ts'

// What a wait may say where nobody looks at the ledger: an end that was reported, or that it still waits; never `paid`.
describe('wait', () => {
  let place: TestPlace
  let ready: Ready
  let connection_token: string
  beforeAll(async () => {
    place = await startPlace()
    ready = await getReady(place)
    const { connection_id } = (await ready.agent.connections.read('current')).connection
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
})

// Where the service looks at the ledger, a wait does not end with the wallet's word.
describe('wait for ledger', () => {
  test("a wallet's confirmed is not enough; a payment that is bound to it is, and so are its absence and the merchant's own decision", async () => {
    const on = await startLedgerWorld({ apis: ['horizon'] })
    try {
      const asking = await on.asking({ memo: 'id:7' })
      const agent = createAgentClient({ base_url: on.world.url, connection_token: asking.connection_token })
      const wait = (request_id: string, timeout_ms: number, accept_reported = false) =>
        agent.paymentRequests.waitForPaid(request_id, { timeout_ms, accept_reported })

      const confirmed = async (payer: 'proven' | 'unproven') => {
        const request = await asking.asked()
        const max_time = Number(secondsOf(request.expires_at))
        const transaction = on.transaction({ to: asking.payee.address, memo: Memo.id('7'), max_time })
        const transaction_hash = Buffer.from(transaction.hash()).toString('hex')
        const proof = payer === 'proven' ? { payer_proof: on.proof(request, transaction_hash) } : {}
        for (const status of ['signed', 'broadcasted', 'confirmed'])
          await asking.report(request.request_id, { status, transaction_hash, ...proof })
        return { request_id: request.request_id as string, transaction }
      }
      const { request_id, transaction } = await confirmed('proven')
      expect((await wait(request_id, 500)).outcome).toBe('still_waiting')
      expect((await wait(request_id, 60_000, true)).outcome).toBe('reported')
      on.include(transaction)
      expect((await wait(request_id, 60_000)).outcome).toBe('paid')

      const unproven = await confirmed('unproven')
      const transaction_hash = on.include(unproven.transaction)
      await on.settled(asking, unproven.request_id, ({ ledger_match }) => ledger_match !== undefined)
      expect((await wait(unproven.request_id, 60_000)).outcome).toBe('reported')
      const path = `/v1/payment-requests/${unproven.request_id}/accept-payment`
      expect((await asking.operator.call('POST', path, { body: { transaction_hash } })).status).toBe(200)
      expect((await wait(unproven.request_id, 60_000)).outcome).toBe('reported')

      // Another amount: the accepted payment may have closed in the second in which this one is asked for, and would fit it.
      const nobody = await asking.asked({ payment: { amount: '12.6' } })
      on.passTo(secondsOf(nobody.expires_at) + 30n)
      expect((await wait(nobody.request_id, 60_000)).outcome).toBe('unpaid')
    } finally {
      await on.stop()
    }
  })
})
