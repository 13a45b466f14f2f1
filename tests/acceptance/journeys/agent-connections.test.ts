/** What an agent can find out and end by itself. */
import assert from 'node:assert/strict'
import { journey } from '../journey.ts'
import { intentOf, newReady, refused } from '../stage.ts'

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
