import assert from 'node:assert/strict'
import type { PaymentEvent } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { journey, newReady } from '../stage.ts'
import { connectByPairing } from '../steps/ready.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

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

journey('payer', 'I reject a request, and the agent learns why', async () => {
  const { agent, wallet, ask } = await newReady()
  const { request_id } = (await ask('order-rejected')).payment_request
  const waiting = agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 20_000 })
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected', reason: 'not mine' })
  const ended = await waiting
  assert.deepEqual([ended.outcome, ended.request?.reason], ['rejected', 'not mine'])
})

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

journey('payer', 'I connect an agent by typing the short code that it shows', async () => {
  const { wallet, ask } = await newReady({ connect: connectByPairing })
  const { request_id } = (await ask('paired', { amount: '1' })).payment_request
  assert.equal((await wallet.review(request_id)).facts.payment.amount, '1')
})
