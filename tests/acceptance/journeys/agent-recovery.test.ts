/** Answers get lost and programs restart: an agent goes on without asking twice or missing anything. */
import assert from 'node:assert/strict'
import { createAgentClient, type PaymentEvent, TaskConflictError } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { intentOf, journey, newReady, refused } from '../stage.ts'
import { reportUpTo } from '../steps/wallet.ts'

journey('agent', 'The answer to my create was lost; I ask again and get the same request', async () => {
  const { agent, ask } = await newReady()
  const first = await ask('order-lost')
  const again = await ask('order-lost')
  assert.deepEqual([again.replayed, again.payment_request.request_id], [true, first.payment_request.request_id])
  assert.equal(await agent.events.latest(), 1)
})

journey('agent', 'I asked for the wrong amount; I take it back before the payer decides', async () => {
  const { agent, wallet, ask } = await newReady()
  const { request_id } = (await ask('order-wrong')).payment_request
  const { payment_request } = await agent.paymentRequests.cancel(request_id)
  assert.deepEqual([payment_request.status, payment_request.reason], ['failed', 'canceled_by_agent'])
  await refused(wallet.paymentRequests.reportStatus(request_id, { status: 'signed' }), 'invalid_transition', 409)
})

journey('agent', 'I planned the same task again with another price; I am shown what I asked for before', async () => {
  const { agent, ask } = await newReady()
  const first = (await ask('order-price')).payment_request
  const failure: unknown = await ask('order-price', { amount: '13' }).catch((thrown: unknown) => thrown)
  assert.ok(failure instanceof TaskConflictError)
  assert.equal(failure.payment_request.request_id, first.request_id)
  const second = (await ask('order-price', { amount: '13', replace: true })).payment_request
  const waiting = await agent.paymentRequests.list({ status: 'pending' }).toArray()
  assert.deepEqual(
    waiting.map((one) => one.request_id),
    [second.request_id],
  )
})

journey('agent', 'My program restarted, and reads on from the last event that it kept', async () => {
  const { agent, wallet, connection_id, ask } = await newReady()
  const { request_id } = (await ask('order-restart')).payment_request
  const kept = await agent.events.latest()
  await reportUpTo(wallet, request_id, 'confirmed')
  const { connection_token } = await wallet.connections.rotateToken(connection_id)
  const restarted = createAgentClient({ base_url: thePlace().base_url, connection_token })
  const missed: PaymentEvent[] = []
  for await (const event of restarted.events.follow({ since: kept })) {
    missed.push(event)
    if (event.status === 'confirmed') break
  }
  assert.deepEqual(
    missed.map(({ cursor, status }) => [cursor, status]),
    [
      [kept + 1, 'signed'],
      [kept + 2, 'broadcasted'],
      [kept + 3, 'confirmed'],
    ],
  )
})

journey('agent', 'My amount is wrong, and the error tells me the rule and the field', async () => {
  const ready = await newReady()
  const failure = await refused(
    ready.agent.paymentRequests.create(intentOf(ready, '1.23456789')),
    'amount_invalid',
    422,
  )
  assert.match(JSON.stringify(failure.issues), /payment\.amount.*7 decimals/)
  assert.match(failure.doc_url ?? '', /\/docs\/errors\/amount_invalid$/)
})

journey(
  'agent',
  'I tell the payer what the purchase is, in words of my own that can change no payment fact',
  async () => {
    const ready = await newReady()
    const { agent, wallet, payee } = ready
    const { transaction_context } = await agent.transactionContexts.create({ title: 'Two paperbacks', locale: 'en' })
    const { transaction_id } = transaction_context
    const { payment_request } = await agent.paymentRequests.create({ ...intentOf(ready), transaction_id })
    const { facts } = await wallet.review(payment_request.request_id)
    assert.equal(facts.payment.to, payee.address)
    const { transaction_context: shown } = await wallet.transactionContexts.read(transaction_id)
    assert.equal(shown.title, 'Two paperbacks')
    const { transaction_context: none } = (
      await agent.paymentRequests.create({ ...intentOf(ready), transaction_id: 'never-described' })
    ).payment_request
    assert.equal(none, 'missing')
  },
)

// What an agent can find out and end by itself.

journey('agent', 'I ask which payees I can request payments for', async () => {
  const { agent, payee } = await newReady()
  const payees = await agent.connections.listRecipients().toArray()
  assert.ok(payees.some((one) => one.recipient_id === payee.recipient_id))
})

journey('agent', 'My task is over; I end the connection myself', async () => {
  const ready = await newReady()
  await ready.agent.connections.revoke('current')
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
