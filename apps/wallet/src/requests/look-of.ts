import type { Payment } from './payment.ts'

/** How a status is drawn. Paid is what the ledger shows, bound to this request; what this wallet only reported is outlined. */
export const lookOf = ({ status, reason, settlement }: Pick<Payment, 'status' | 'reason' | 'settlement'>) => {
  const assurance: string = settlement.assurance
  if (assurance === 'chain_observed') return 'paid'
  if (assurance === 'merchant_accepted') return 'accepted'
  if (status !== 'failed') return status
  if (reason === 'canceled_by_agent') return 'canceled'
  return reason === 'recipient_recalled' ? 'recalled' : status
}
