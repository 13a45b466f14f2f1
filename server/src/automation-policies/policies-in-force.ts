/** Which of these policies are in force now: a payment that one of them allowed may be signed without asking. */
import type { Uuid } from '@countersign/contract/ids'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import { selectStatuses } from './automation-policies.store.ts'

export const policiesInForce = async (tx: TenantTx | WalletTx, ids: readonly Uuid[]): Promise<ReadonlySet<Uuid>> => {
  if (ids.length === 0) return new Set()
  const rows = await selectStatuses(tx, [...new Set(ids)])
  return new Set(rows.flatMap(({ policy_id, status }) => (status === 'active' ? [policy_id] : [])))
}
