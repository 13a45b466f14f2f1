/**
 * Which of these payments the wallet may sign now without asking: a policy allowed it, waits for nobody, and both the policy
 * and the connection are in force still. What the user has paused, withdrawn or revoked meanwhile asks again.
 */
import type { Uuid } from '@countersign/contract/ids'
import { policiesInForce } from '../automation-policies/policies-in-force.ts'
import { activeConnections } from '../connections/active-connections.ts'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import type { AgentPaymentRow } from './agent-payments.store.ts'

export const signedWithoutAsking = async (
  tx: TenantTx | WalletTx,
  payments: readonly AgentPaymentRow[],
): Promise<ReadonlySet<Uuid>> => {
  const waiting = payments.filter(({ policy_id, status }) => policy_id !== null && status === 'intent_created')
  const policies = await policiesInForce(
    tx,
    waiting.flatMap(({ policy_id }) => policy_id ?? []),
  )
  const connections = await activeConnections(
    tx,
    waiting.map(({ connection_id }) => connection_id),
  )
  const may = ({ policy_id, connection_id }: AgentPaymentRow) =>
    policy_id !== null && policies.has(policy_id) && connections.has(connection_id)
  return new Set(waiting.filter(may).map(({ agent_payment_id }) => agent_payment_id))
}
