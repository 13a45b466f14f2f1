/**
 * How a payment stands, in the one set of words that portal and wallet have for it; the command line says the same. What the
 * ledger says goes before what the wallet says. "Paid" is said only where a payment is bound to the request: never on the
 * wallet's word, and never because somebody accepted a payment by hand.
 */
const OF_AGENT_PAYMENTS = {
  intent_created: 'pending',
  approved: 'signed',
  submitted: 'broadcasted',
  settled: 'confirmed',
} as const
type OfAgentPayments = keyof typeof OF_AGENT_PAYMENTS

type Status =
  | OfAgentPayments
  | 'pending'
  | 'signed'
  | 'broadcasted'
  | 'confirmed'
  | 'failed'
  | 'canceled'
  | 'expired'
  | 'rejected'

export type Standing = Exclude<Status, OfAgentPayments> | 'paid' | 'accepted' | 'disputed' | 'unpaid' | 'recalled'

/** `confirmed` is a word of the API alone: that a wallet says so doesn't make it so. */
export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  pending: 'Waiting',
  signed: 'Waiting',
  broadcasted: 'Sent',
  confirmed: 'Sent',
  paid: 'Paid',
  accepted: 'Accepted by hand',
  disputed: 'Disputed',
  unpaid: 'Not paid',
  failed: 'Not paid',
  canceled: 'Canceled',
  recalled: 'Canceled',
  expired: 'Expired',
  rejected: 'Rejected',
}

interface Ended {
  readonly status: Status
  readonly reason?: string | undefined
}

/** What the status says by itself: a request that ended by a decision of the merchant's or of the agent's is no failure. */
export const statusOf = ({ status, reason }: Ended): Standing => {
  if (status in OF_AGENT_PAYMENTS) return OF_AGENT_PAYMENTS[status as OfAgentPayments]
  if (status === 'failed' && reason === 'canceled_by_agent') return 'canceled'
  return status === 'failed' && reason === 'recipient_recalled' ? 'recalled' : (status as Standing)
}

export const standingOf = (payment: Ended & { readonly settlement: { readonly assurance: string } }): Standing => {
  const { assurance } = payment.settlement
  if (assurance === 'chain_observed') return 'paid'
  if (assurance === 'merchant_accepted') return 'accepted'
  if (assurance === 'disputed') return 'disputed'
  const status = statusOf(payment)
  const over = status === 'signed' || status === 'broadcasted'
  return assurance === 'proven_unpaid' && over ? 'unpaid' : status
}
