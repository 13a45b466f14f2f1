import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { createAgentClient } from '@countersign/sdk'

const profile = JSON.parse(readFileSync(`${homedir()}/.config/countersign/default.json`, 'utf8'))
const { base_url, connection, payee } = profile
const { recipient_id, recipient_version_id } = payee
const [task_ref = '', amount = ''] = process.argv.slice(2)

const agent = createAgentClient({ base_url, connection_token: connection.connection_token })
const { payment_request } = await agent.requestPayment({ task_ref, amount, recipient_id, recipient_version_id })
console.log(`asked: ${payment_request.request_id} is ${payment_request.status}`)
const { outcome } = await agent.paymentRequests.waitForTerminal(payment_request.request_id)
console.log(`ended: ${outcome}`)
