/** A policy that a payment belongs to, held until the commit: nobody changes or uses it meanwhile. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { lockPolicyIfFree, type PolicyNow, selectPolicy } from './automation-policies.store.ts'

export type HeldPolicy = PolicyNow

export const holdPolicy = async (tx: TenantTx, policy_id: Uuid): Promise<HeldPolicy> => {
  const policy = await selectPolicy(tx, policy_id, {}, true)
  if (!policy) throw new Error('a payment belongs to a policy that is not there')
  return policy
}

/** False where somebody else holds it: for those who can come back later. */
export const holdPolicyIfFree = (tx: TenantTx, policy_id: Uuid): Promise<boolean> => lockPolicyIfFree(tx, policy_id)
