/** One record of every kind that an operator and a wallet can own, by the name that paths give its id; built by doing. */
import { agentTokenOf } from './agent.ts'
import { activePayee, askingOver } from './asking.ts'
import { newAutomation, paymentPath } from './automation.ts'
import { bearing, newConnection, startPairing } from './connection.ts'
import { activeEndpoint } from './deliveries.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { newMember, type Operator } from './operator.ts'
import { newPasskey } from './passkey.ts'
import { newApiKey, newMerchantKey } from './project.ts'
import type { World } from './world.ts'

export const belongingsOf = async (
  world: World,
  web: MerchantWeb,
  operator: Operator,
): Promise<Record<string, string>> => {
  const payee = await activePayee(web, operator)
  const at = `/v1/recipients/${payee.recipient_id}`
  const { name, version } = (await operator.call('GET', at)).json.recipient
  await operator.call('PATCH', at, { body: { name: `${name} renamed`, version } })
  const connection = await newConnection(world, { operator })
  const { agent, device, connection_id, connect_invitation_id, call } = connection
  const { request_id } = await askingOver(connection, payee).asked()
  const { pairing_session_id } = await startPairing(bearing(world, await agentTokenOf(world, agent)))
  const context = (await call('POST', '/v1/transaction-contexts', { body: { title: 'Order' } })).json
  const { webhook_endpoint_id } = await activeEndpoint(operator)
  const tested = await operator.call('POST', `/v1/webhook-endpoints/${webhook_endpoint_id}/test`)
  const { project_id, api_key_id } = await newApiKey(operator)
  const { merchant_key_id } = await newMerchantKey(operator)
  const automation = await newAutomation(world, web, { connection, payee })
  const { id: policy_id } = await automation.consented()
  const { id: agent_payment_id } = await automation.intended()
  await automation.asProject('POST', paymentPath(agent_payment_id, 'cancel'))
  await automation.intend({ amount: '1000' })
  const attempts = await automation.asProject('GET', '/v1/agent-payments?status=refused')
  const { session } = (await operator.call('GET', '/v1/merchant-sessions/current')).json
  await operator.call('POST', `/v1/merchant-sessions/${session.session_id}/step-up-codes`)
  await world.mailbox.next(operator.email, 0, 'Your code to confirm')
  const member = await newMember(world, operator, 'viewer')
  const { member_id, member_invitation_id } = member
  await automation.report(agent_payment_id, { status: 'submitted', transaction_hash: 'a1b2c3' })
  const { audit_events } = (await operator.call('GET', '/v1/audit-events?limit=1')).json
  return {
    merchant_id: operator.merchant_id,
    audit_event_id: audit_events[0].audit_event_id,
    domain_id: payee.domain_id,
    recipient_id: payee.recipient_id,
    recipient_version_id: payee.recipient_version_id,
    request_id,
    agent_id: agent.agent_id,
    credential_id: agent.credential_id,
    device_id: device.device_id,
    connect_invitation_id,
    pairing_session_id,
    connection_id,
    transaction_id: context.transaction_context.transaction_id,
    project_id,
    api_key_id,
    merchant_key_id,
    policy_id,
    agent_payment_id,
    refused_attempt_id: attempts.json.data.refused_attempts[0].id,
    webhook_endpoint_id,
    member_id,
    passkey_id: (await newPasskey(member)).passkey_id,
    session_id: session.session_id,
    member_invitation_id,
    webhook_delivery_id: tested.json.webhook_delivery_id,
  }
}
