import { test } from 'node:test'
import { intentOf, newReady, refused } from '../stage.ts'
import { newStellarAddress } from '../steps/stellar-address.ts'

test('a version of a payee that is not active is not asked for, nor is a payee that is not there', async () => {
  const ready = await newReady()
  const { merchant, payee, agent } = ready
  const { recipient } = await merchant.recipients.read(payee.recipient_id)
  const { recipient_version } = await merchant.recipients.addVersion(payee.recipient_id, {
    network: 'stellar_testnet',
    asset: 'XLM',
    address: newStellarAddress(),
    version: recipient.version,
  })
  const { recipient_version_id } = recipient_version
  const draft = agent.paymentRequests.create({ ...intentOf(ready), recipient_version_id })
  await refused(draft, 'recipient_version_not_active', 409)
  const recipient_id = payee.recipient_id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  await refused(agent.paymentRequests.create({ ...intentOf(ready), recipient_id }), 'resource_not_found', 404)
})
