/**
 * Which of these payments the wallet could claim now without asking: the hint that is shown before the claim. Judged as the
 * claim will be, by policy and connection as they are at this moment; the claim alone decides.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { activeConnections } from '../../connections/connections/connections.reads.ts'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { judgeClaim, policiesNow } from '../automation-policies/judge-claim.ts'
import { intentTo } from '../automation-policies/policy-payees.ts'
import type { AgentPaymentRow } from './agent-payments.store.ts'

/** Of one of the payments, with the version that it is pinned to. */
export type Hint = (payment: AgentPaymentRow, version: ServedVersion) => boolean

export const signedWithoutAsking = async (
  tx: TenantTx | WalletTx,
  payments: readonly AgentPaymentRow[],
): Promise<Hint> => {
  const waiting = payments.filter((p) => p.policy_id !== null && p.status === 'intent_created' && !p.has_evidence)
  const ids = new Set<Uuid>(waiting.map(({ agent_payment_id }) => agent_payment_id))
  const policies = await policiesNow(
    tx,
    waiting.flatMap(({ policy_id }) => policy_id ?? []),
  )
  const connections = await activeConnections(
    tx,
    waiting.map(({ connection_id }) => connection_id),
  )
  return ({ agent_payment_id, policy_id, connection_id, amount }, version) => {
    const policy = policy_id === null ? undefined : policies.get(policy_id)
    if (!policy || !ids.has(agent_payment_id) || !connections.has(connection_id)) return false
    return judgeClaim(policy, intentTo(version, amount)).allowed
  }
}
