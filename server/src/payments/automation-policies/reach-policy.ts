/**
 * Who can reach a policy: its project by a key, its organization by a session, and the wallet whose consent it needs. To
 * everybody else it is not there.
 */

import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { refuseStopped } from '../../connections/devices/devices.ts'
import type { ApiKeyCaller, DeviceCaller, MerchantCaller } from '../../platform/credentials/callers.ts'
import type { TenantTx, Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type PolicyNow, type Reach, selectMerchantOfPolicy, selectPolicy } from './automation-policies.store.ts'

export type ProjectCaller = ApiKeyCaller | MerchantCaller
export type PolicyCaller = ProjectCaller | DeviceCaller

/** Who it was, for history and audit. A device's id would let merchants recognise their users in each other's records. */
export const actorOf = (caller: PolicyCaller): string => {
  if (caller.kind === 'api_key') return idOf('key', caller.api_key_id)
  return caller.kind === 'device_token' ? 'wallet' : idOf('acc', caller.account_id)
}

export const reachOf = (caller: PolicyCaller): Reach => {
  if (caller.kind === 'api_key') return { project_id: caller.project_id }
  return caller.kind === 'device_token' ? { device_id: caller.wallet_id } : {}
}

interface Wanted {
  readonly caller: PolicyCaller
  readonly policy_id: Uuid
  /** Nobody changes or uses it before the work is committed. */
  readonly hold: boolean
  /** The wallet lets it be paid by again: never while the wallet is stopped, which is asked before the policy is held. */
  readonly activates?: boolean
}

/** The tenant in whose transaction a caller goes on; a wallet finds its own records by itself. */
export const tenantOf = async (
  transactions: Transactions,
  caller: PolicyCaller,
  find: (tx: WalletTx) => Promise<Uuid | undefined>,
): Promise<Uuid> => {
  if (caller.kind !== 'device_token') return caller.merchant_id
  const merchant_id = await transactions.asWallet(caller, find)
  if (merchant_id === undefined) throw new Refusal(resourceNotFound)
  return merchant_id
}

export const withPolicy = async <R>(
  transactions: Transactions,
  { caller, policy_id, hold, activates }: Wanted,
  work: (tx: TenantTx, policy: PolicyNow) => Promise<R>,
): Promise<R> => {
  const merchant_id = await tenantOf(transactions, caller, (tx) => selectMerchantOfPolicy(tx, policy_id))
  return transactions.asTenant(merchant_id, async (tx) => {
    if (activates && caller.kind === 'device_token') await refuseStopped(tx, caller.wallet_id)
    const policy = await selectPolicy(tx, policy_id, reachOf(caller), hold)
    if (!policy) throw new Refusal(resourceNotFound)
    return work(tx, policy)
  })
}
