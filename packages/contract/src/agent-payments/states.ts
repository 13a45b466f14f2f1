/**
 * The statuses of an agent payment and which may follow which: one typed table for code, SQL, docs and tests. A
 * new status does not compile until it is placed.
 */
export const AGENT_PAYMENT_STATUSES = [
  'intent_created',
  'approved',
  'submitted',
  'settled',
  'rejected',
  'failed',
  'expired',
  'canceled',
] as const
export type AgentPaymentStatus = (typeof AGENT_PAYMENT_STATUSES)[number]

/** What can happen to a payment, as events name it. */
export const AGENT_PAYMENT_CHANGES = [
  ...AGENT_PAYMENT_STATUSES,
  'late_report',
  // What the ledger says; the status stays.
  'chain_observed',
  'disputed',
  'proven_unpaid',
  'ledger_finding',
  // The merchant decided that a payment on the ledger was for it.
  'merchant_accepted',
] as const

export const AGENT_PAYMENT_STATUS_NEXT = {
  intent_created: ['approved', 'rejected', 'failed', 'expired', 'canceled'],
  approved: ['submitted', 'failed'],
  submitted: ['settled', 'failed'],
  settled: [],
  rejected: [],
  failed: [],
  expired: [],
  canceled: [],
} as const satisfies Record<AgentPaymentStatus, readonly AgentPaymentStatus[]>

/** What a wallet can say; time alone expires a payment, and its project alone cancels it. */
export const REPORTED_AGENT_PAYMENT_STATUSES = [
  'approved',
  'submitted',
  'settled',
  'rejected',
  'failed',
] as const satisfies readonly AgentPaymentStatus[]

/** From here on a report names the transaction that it speaks of. */
export const AGENT_PAYMENT_NEEDS_TRANSACTION_HASH = [
  'submitted',
  'settled',
] as const satisfies readonly AgentPaymentStatus[]

/** The wallet claims a payment with this one, before it signs: from then on nothing cancels, expires or gives back. */
export const AGENT_PAYMENT_CLAIM = 'approved' satisfies AgentPaymentStatus

/**
 * Ends without a payment that anybody knows of. Before the claim, and without a transaction, the policy gets back what it
 * had reserved, once; a transaction that is named afterwards is kept, and counts again.
 */
export const AGENT_PAYMENT_ENDS_UNPAID = [
  'rejected',
  'failed',
  'expired',
  'canceled',
] as const satisfies readonly AgentPaymentStatus[]
