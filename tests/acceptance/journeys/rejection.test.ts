import assert from 'node:assert/strict'
import { journey } from '../journey.ts'
import { newReady } from '../stage.ts'

journey('payer', 'I reject a request, and the agent learns why', async () => {
  const { agent, wallet, ask } = await newReady()
  const { request_id } = (await ask('order-rejected')).payment_request
  const waiting = agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 20_000 })
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected', reason: 'not mine' })
  const ended = await waiting
  assert.deepEqual([ended.outcome, ended.request?.reason], ['rejected', 'not mine'])
})
