import type { PaymentRequest } from '@countersign/sdk'

/** How a status is drawn. What the ledger showed is filled; what this wallet only reported is outlined. */
export const lookOf = ({ status, reason, settlement }: Pick<PaymentRequest, 'status' | 'reason' | 'settlement'>) => {
  const assurance: string = settlement.assurance
  if (status === 'confirmed') return assurance === 'chain_observed' ? 'paid' : 'confirmed'
  if (status !== 'failed') return status
  if (reason === 'canceled_by_agent') return 'canceled'
  return reason === 'recipient_recalled' ? 'recalled' : status
}
