import assert from 'node:assert/strict'
import type { PaymentEvent } from '@pursestrings/sdk'
import { describe } from 'vitest'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { intentOf, newReady, refused } from '../stage.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

// What an agent can find out and end by itself.
describe('agent connections', () => {
  journey('agent', 'I ask which payees I can request payments for', async () => {
    const { agent, payee } = await newReady()
    const payees = await agent.connections.listRecipients().toArray()
    assert.ok(payees.some((one) => one.recipient_id === payee.recipient_id))
  })

  journey('agent', 'My task is over; I end the connection myself', async () => {
    const ready = await newReady()
    await ready.agent.connections.endCurrent()
    await refused(ready.agent.paymentRequests.create(intentOf(ready)), 'connection_revoked', 403)
    const { connection } = await ready.wallet.connections.read(ready.connection_id)
    assert.equal(connection.status, 'revoked')
  })

  journey('agent', 'I asked for an old version of a payee, and am told the one that serves now', async () => {
    const ready = await newReady()
    const invented = { ...intentOf(ready), recipient_version_id: `rcv_${'0'.repeat(26)}` }
    const failure = await refused(ready.agent.paymentRequests.create(invented), 'recipient_version_not_active', 409)
    assert.equal(failure.details['active_version_id'], ready.payee.recipient_version_id)
  })
})

describe('expiry', () => {
  const skip = thePlace().patient ? false : 'takes a minute; left out by --quick'

  journey(
    'payer',
    'Nobody answers in time, so the request expires',
    async () => {
      const { agent, wallet, ask } = await newReady()
      const expires_at = new Date(Date.now() + 65_000).toISOString()
      const { request_id } = (await ask('order-expired', { expires_at })).payment_request
      const ended = await agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 120_000, accept_reported: true })
      assert.equal(ended.outcome, 'expired')
      const late = await wallet.paymentRequests.reportStatus(request_id, {
        status: 'broadcasted',
        transaction_hash: 'b'.repeat(64),
      })
      assert.deepEqual([late.late, late.payment_request.status], [true, 'expired'])
    },
    { skip },
  )
})

describe('first payment', () => {
  journey('agent', 'My agent asks for a payment and hears that the wallet reports it', async () => {
    const { agent, wallet, payee, ask } = await newReady()
    const since = await agent.events.latest()
    const { transaction_context } = await agent.transactionContexts.create({ title: 'Order 1042', locale: 'en' })
    const { transaction_id } = transaction_context
    const { payment_request, replayed } = await ask('order-1042', { transaction_id })
    assert.deepEqual([payment_request.status, replayed], ['pending', false])
    const { request_id } = payment_request

    const { facts, payment_request: shown } = await wallet.review(request_id)
    assert.deepEqual([facts.payment.to, facts.payment.amount], [payee.address, '12.5'])
    const context = await wallet.transactionContexts.read(shown.transaction_id ?? '')
    assert.equal(context.transaction_context.title, 'Order 1042')

    const waiting = agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 20_000, accept_reported: true })
    await reportUpTo(wallet, request_id, 'confirmed')
    const { outcome, request } = await waiting
    assert.deepEqual([outcome, request?.transaction_hash], ['reported', TRANSACTION_HASH])
    assert.equal(request?.settlement.assurance, 'wallet_reported')

    const statuses = (events: readonly PaymentEvent[]) => events.map(({ status }) => status)
    const steps = ['pending', 'signed', 'broadcasted', 'confirmed']
    assert.deepEqual(statuses((await agent.events.list({ since })).events), steps)
    const followed: PaymentEvent[] = []
    for await (const event of agent.events.follow({ since })) {
      followed.push(event)
      if (event.status === 'confirmed') break
    }
    assert.deepEqual(statuses(followed), steps)
    const again = await ask('order-1042')
    assert.deepEqual([again.replayed, again.payment_request.status], [true, 'confirmed'])
  })
})
