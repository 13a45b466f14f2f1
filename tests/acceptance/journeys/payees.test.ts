import assert from 'node:assert/strict'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { refused } from '../stage.ts'
import { getReady } from '../steps/ready.ts'
import { TRANSACTION_HASH } from '../steps/wallet.ts'

// A shop of their own: what is recalled here serves nobody else.
journey(
  'merchant',
  'I give our till another name, then somebody gets at it: I recall it, and nobody pays it any more',
  async () => {
    const { merchant, wallet, payee, ask } = await getReady(thePlace())
    const { payment_request: before } = await ask('order-2001')
    const { recipient_id, recipient_version_id } = payee
    const { recipient } = await merchant.recipients.read(recipient_id)
    await merchant.recipients.update(recipient_id, { name: 'Harbour Books front desk', version: recipient.version })
    assert.equal((await wallet.review(before.request_id)).facts.payee.name, before.payee.name)

    const { recall: would } = await merchant.recipients.readVersion(recipient_id, recipient_version_id)
    assert.equal(would.pending, 1)
    await merchant.recipients.stopVersion(recipient_id, recipient_version_id, {
      action: 'recall',
      reason: 'compromised',
    })
    const { payment_request } = await wallet.paymentRequests.read(before.request_id)
    assert.deepEqual([payment_request.status, payment_request.reason], ['failed', 'recipient_recalled'])
    assert.equal(payment_request.payee.verified, false)
    await refused(ask('order-2002'), 'recipient_version_not_active', 409)
    const paid = { status: 'signed', transaction_hash: TRANSACTION_HASH } as const
    assert.equal((await wallet.paymentRequests.reportStatus(before.request_id, paid)).late, true)
  },
)
