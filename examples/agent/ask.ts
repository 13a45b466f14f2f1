import { fromProfile } from '@pursestrings/sdk/profile'

const [task_ref = '', amount = ''] = process.argv.slice(2)

const agent = fromProfile()
const [payee] = await agent.connections.listRecipients().toArray({ limit: 1 })
if (!payee) throw new Error('The merchant has no active payee.')
const { recipient_id, active_version_id: recipient_version_id } = payee
const { payment_request } = await agent.requestPayment({ task_ref, amount, recipient_id, recipient_version_id })
await agent.verifyFacts(payment_request)
console.log(`asked: ${payment_request.request_id} is ${payment_request.status}`)
const { outcome } = await agent.paymentRequests.waitForPaid(payment_request.request_id)
console.log(`ended: ${outcome}`)
