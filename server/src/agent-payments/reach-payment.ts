/** Who can reach a payment: its project, its organization, and the wallet that is to pay. To others it is not there. */
import type { Uuid } from '@countersign/contract/ids'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { type PolicyCaller, reachOf, tenantOf } from '../automation-policies/reach-policy.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type PaymentNow, selectAgentPayment, selectMerchantOfPayment } from './agent-payments.store.ts'

interface Wanted {
  readonly caller: PolicyCaller
  readonly agent_payment_id: Uuid
  /** Nobody moves it before the work is committed. */
  readonly hold: boolean
}

export const withPayment = async <R>(
  transactions: Transactions,
  { caller, agent_payment_id, hold }: Wanted,
  work: (tx: TenantTx, payment: PaymentNow) => Promise<R>,
): Promise<R> => {
  const merchant_id = await tenantOf(transactions, caller, (tx) => selectMerchantOfPayment(tx, agent_payment_id))
  return transactions.asTenant(merchant_id, async (tx) => {
    const payment = await selectAgentPayment(tx, agent_payment_id, reachOf(caller), hold)
    if (!payment) throw new Refusal(resourceNotFound)
    return work(tx, payment)
  })
}
