import type { PaymentRequest } from '@pursestrings/sdk'

/**
 * What the ledger says goes before what the wallet says. "Paid" is drawn only where a payment is bound to the request: never on
 * the wallet's word, and never because somebody accepted a payment by hand.
 */
export const standingOf = (request: Pick<PaymentRequest, 'status' | 'reason' | 'settlement'>) => {
  const { assurance } = request.settlement
  if (assurance === 'chain_observed') return 'paid'
  if (assurance === 'merchant_accepted') return 'accepted'
  if (assurance === 'disputed') return 'disputed'
  const over = request.status === 'signed' || request.status === 'broadcasted'
  return assurance === 'proven_unpaid' && over ? 'unpaid' : lookOf(request)
}

/** How a status is drawn: a request that ended by a decision of yours or of the agent's is no failure. */
export const lookOf = ({ status, reason }: Pick<PaymentRequest, 'status' | 'reason'>) => {
  if (status !== 'failed') return status
  if (reason === 'canceled_by_agent') return 'canceled'
  return reason === 'recipient_recalled' ? 'recalled' : status
}
