/** Who can reach a payment: its project, its organization, and the wallet that is to pay. To others it is not there. */
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx, Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type HeldPolicy, holdPolicy } from '../automation-policies/judge-claim.ts'
import { type PolicyCaller, reachOf, tenantOf } from '../automation-policies/reach-policy.ts'
import { type PaymentNow, selectAgentPayment, selectMerchantOfPayment } from './agent-payments.store.ts'

interface Wanted {
  readonly caller: PolicyCaller
  readonly agent_payment_id: Uuid
  /** Whose it is, where the caller has found it before. */
  readonly merchant_id?: Uuid
}

/** As it stands. */
export const withPayment = async <R>(
  transactions: Transactions,
  { caller, agent_payment_id, merchant_id }: Wanted,
  work: (tx: TenantTx, payment: PaymentNow) => Promise<R>,
): Promise<R> => {
  const findMerchant = (tx: WalletTx) => selectMerchantOfPayment(tx, agent_payment_id)
  const tenant = merchant_id ?? (await tenantOf(transactions, caller, findMerchant))
  return transactions.asTenant(tenant, async (tx) => work(tx, await find(tx, caller, agent_payment_id, false)))
}

/** What is held before the payment, by those who build on it; what the payment is for never changes. */
type HoldFirst = (tx: TenantTx, payment: PaymentNow) => Promise<unknown>

/**
 * Nobody moves it before the work is committed. Its policy is held first, as where one is created: whoever holds both
 * holds them in one order, so that no two wait for each other.
 */
export const withHeldPayment = <R>(
  transactions: Transactions,
  wanted: Wanted & { readonly holdFirst?: HoldFirst },
  work: (tx: TenantTx, payment: PaymentNow, policy: HeldPolicy | undefined) => Promise<R>,
): Promise<R> =>
  withPayment(transactions, wanted, async (tx, found) => {
    await wanted.holdFirst?.(tx, found)
    const policy = found.policy_id === null ? undefined : await holdPolicy(tx, found.policy_id)
    return work(tx, await find(tx, wanted.caller, wanted.agent_payment_id, true), policy)
  })

const find = async (tx: TenantTx, caller: PolicyCaller, id: Uuid, hold: boolean): Promise<PaymentNow> => {
  const payment = await selectAgentPayment(tx, id, reachOf(caller), hold)
  if (!payment) throw new Refusal(resourceNotFound)
  return payment
}
