/** These policies as they are at this moment, with the clock; nobody holds them. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import { type PolicyNow, selectPoliciesById } from './automation-policies.store.ts'

export const policiesNow = async (
  tx: TenantTx | WalletTx,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, PolicyNow>> => {
  if (ids.length === 0) return new Map()
  return new Map((await selectPoliciesById(tx, [...new Set(ids)])).map((policy) => [policy.policy_id, policy]))
}
