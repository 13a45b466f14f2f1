/** One record of every kind that an operator and a wallet can own, by the name that paths give its id; built by doing. */
import { agentTokenOf } from './agent.ts'
import { activePayee, askingOver } from './asking.ts'
import { newAutomation, paymentPath } from './automation.ts'
import { bearing, newConnection, startPairing } from './connection.ts'
import { activeEndpoint } from './endpoint.ts'
import type { MerchantWeb } from './merchant-web.ts'
import type { Operator } from './operator.ts'
import { newApiKey } from './project.ts'
import type { World } from './world.ts'

export const belongingsOf = async (
  world: World,
  web: MerchantWeb,
  operator: Operator,
): Promise<Record<string, string>> => {
  const payee = await activePayee(web, operator)
  const connection = await newConnection(world, { operator })
  const { agent, device, connection_id, connect_invitation_id, call } = connection
  const { request_id } = await askingOver(connection, payee).asked()
  const { pairing_session_id } = await startPairing(bearing(world, await agentTokenOf(world, agent)))
  const context = (await call('POST', '/v1/transaction-contexts', { body: { title: 'Order' } })).json
  const { webhook_endpoint_id } = await activeEndpoint(operator)
  const tested = await operator.call('POST', `/v1/webhook-endpoints/${webhook_endpoint_id}/test`)
  const { project_id, api_key_id } = await newApiKey(operator)
  const automation = await newAutomation(world, web, { connection, payee })
  const { id: policy_id } = await automation.consented()
  const { id: agent_payment_id } = await automation.intended()
  await automation.asProject('POST', paymentPath(agent_payment_id, 'cancel'))
  await automation.report(agent_payment_id, { status: 'submitted', transaction_hash: 'a1b2c3' })
  return {
    merchant_id: operator.merchant_id,
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
    policy_id,
    agent_payment_id,
    webhook_endpoint_id,
    webhook_delivery_id: tested.json.webhook_delivery_id,
  }
}
