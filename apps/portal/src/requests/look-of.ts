import type { PaymentRequest } from '@countersign/sdk'

/** How a status is drawn: a request that ended by a decision of yours or of the agent's is no failure. */
export const lookOf = ({ status, reason }: Pick<PaymentRequest, 'status' | 'reason'>) => {
  if (status !== 'failed') return status
  if (reason === 'canceled_by_agent') return 'canceled'
  return reason === 'recipient_recalled' ? 'recalled' : status
}
