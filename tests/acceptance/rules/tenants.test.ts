import { test } from 'node:test'
import { thePlace } from '../place.ts'
import { newReady, refused } from '../stage.ts'
import { signInAsMerchant } from '../steps/merchant.ts'
import { registerWallet } from '../steps/wallet.ts'

const absent = (call: PromiseLike<unknown>) => refused(call, 'resource_not_found', 404)

const alone = thePlace().session_tokens?.length === 1
const skip = alone && 'needs another organization: give a second --session-token'

test('another organization sees nothing of this one, as though it were not there', { skip }, async () => {
  const { merchant, payee } = await newReady()
  const other = await signInAsMerchant(thePlace())
  const [agent] = await merchant.agents.list().toArray({ limit: 1 })
  const agent_id = agent?.agent_id ?? ''
  const { merchant_id } = (await merchant.merchantSessions.readCurrent()).merchant
  await absent(other.merchants.read(merchant_id))
  await absent(other.agents.read(agent_id))
  await absent(other.agents.update(agent_id, { status: 'suspended', version: 1 }))
  await absent(other.recipients.read(payee.recipient_id))
  await absent(other.recipients.readVersion(payee.recipient_id, payee.recipient_version_id))
})

test('another agent and another wallet see nothing of a request', async () => {
  const [one, other] = [await newReady(), await newReady({ wallet: await registerWallet(thePlace()) })]
  const { request_id } = (await one.ask('private')).payment_request
  await absent(other.agent.paymentRequests.read(request_id))
  await absent(other.wallet.paymentRequests.read(request_id))
  await absent(other.wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' }))
  await absent(other.wallet.connections.revoke(one.connection_id))
  await absent(other.wallet.connections.rotateToken(one.connection_id))
})
