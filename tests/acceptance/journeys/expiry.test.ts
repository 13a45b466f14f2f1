import assert from 'node:assert/strict'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady } from '../stage.ts'

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
