/**
 * Somebody who may call every operation: one credential of each kind that opens the same records, and those records by the
 * names that fields give their ids. Built by doing.
 */
import type { CredentialKind } from '@pursestrings/contract/operation'
import { agentTokenOf } from './agent.ts'
import { activePayee, askingOver } from './asking.ts'
import { newAutomation } from './automation.ts'
import { bearing, newConnection, startPairing } from './connection.ts'
import { activeEndpoint } from './endpoint.ts'
import { newMerchantKey } from './merchant-key.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { newApiKey } from './project.ts'
import type { World } from './world.ts'

export interface Stage {
  readonly headers: Readonly<Record<CredentialKind, Readonly<Record<string, string>>>>
  readonly ids: Readonly<Record<string, string>>
}

export const stageIn = async (world: World, web: MerchantWeb, metrics_token: string): Promise<Stage> => {
  const operator = await newOperator(world)
  const payee = await activePayee(web, operator)
  const connection = await newConnection(world, { operator })
  const { agent, device, connection_id, connect_invitation_id, call } = connection
  const { request_id } = await askingOver(connection, payee).asked()
  const agent_token = await agentTokenOf(world, agent)
  const { pairing_session_id } = await startPairing(bearing(world, agent_token))
  const context = (await call('POST', '/v1/transaction-contexts', { body: { title: 'Order' } })).json
  const { webhook_endpoint_id } = await activeEndpoint(operator)
  const tested = await operator.call('POST', `/v1/webhook-endpoints/${webhook_endpoint_id}/test`)
  const automation = await newAutomation(world, web, { connection, payee })
  const { id: policy_id } = await automation.consented()
  const { id: agent_payment_id } = await automation.intended()
  await automation.intend({ amount: '1000' })
  const attempts = await automation.asProject('GET', '/v1/agent-payments?status=refused')
  const { api_key_id } = await newApiKey(operator, automation.project_id)
  const { secret: merchant_key } = await newMerchantKey(operator)
  const { merchant_key_id } = await newMerchantKey(operator)
  const { audit_events } = (await operator.call('GET', '/v1/audit-events?limit=1')).json
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    headers: {
      none: {},
      merchant_session: { cookie: operator.cookie, 'x-csrf-token': operator.csrf },
      merchant_key: bearer(merchant_key),
      agent_token: bearer(agent_token),
      connection_token: bearer(connection.connection_token),
      claim_token: bearer(connection.claim_token),
      device_token: bearer(device.token),
      api_key: automation.api_key,
      metrics_token: bearer(metrics_token),
    },
    ids: {
      merchant_id: operator.merchant_id,
      audit_event_id: audit_events[0].audit_event_id,
      domain_id: payee.domain_id,
      source_id: payee.domain_id,
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
      project_id: automation.project_id,
      api_key_id,
      merchant_key_id,
      policy_id,
      agent_payment_id,
      refused_attempt_id: attempts.json.data.refused_attempts[0].id,
      webhook_endpoint_id,
      webhook_delivery_id: tested.json.webhook_delivery_id,
    },
  }
}
