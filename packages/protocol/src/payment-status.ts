/**
 * The statuses of a payment request and which may follow which (specification 3): one typed table for code, SQL, docs
 * and tests. A new status does not compile until it is placed.
 */
export const PAYMENT_STATUSES = [
  'pending',
  'signed',
  'broadcasted',
  'confirmed',
  'failed',
  'expired',
  'rejected',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** What can happen to a request, as events name it. */
export const PAYMENT_CHANGES = [
  ...PAYMENT_STATUSES,
  'late_report',
  // What the ledger says; the status stays.
  'chain_observed',
  'disputed',
  'proven_unpaid',
  'ledger_finding',
  // The merchant decided that a payment on the ledger was for it.
  'merchant_accepted',
] as const

export const PAYMENT_STATUS_NEXT = {
  pending: ['signed', 'rejected', 'expired', 'failed'],
  signed: ['broadcasted', 'failed'],
  broadcasted: ['confirmed', 'failed'],
  confirmed: [],
  failed: [],
  expired: [],
  rejected: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>

export const mayFollow = (previous: PaymentStatus, next: PaymentStatus): boolean =>
  (PAYMENT_STATUS_NEXT[previous] as readonly PaymentStatus[]).includes(next)

export const isTerminal = (status: PaymentStatus): boolean => PAYMENT_STATUS_NEXT[status].length === 0

/** From here on a report names the transaction that it speaks of. */
export const NEEDS_TRANSACTION_HASH = ['broadcasted', 'confirmed'] as const satisfies readonly PaymentStatus[]

/**
 * Where a policy stands and which status may follow which: one typed table for code, SQL, docs and tests. Only an `active`
 * policy lets an agent act by itself. A `draft` lacks a threshold; `awaiting_consent` waits for the wallet's first consent.
 * Wider terms that are proposed later change no status: those in force stay.
 */
export const POLICY_STATUSES = ['draft', 'awaiting_consent', 'active', 'paused', 'withdrawn'] as const
export type PolicyStatus = (typeof POLICY_STATUSES)[number]

export const POLICY_STATUS_NEXT = {
  draft: ['awaiting_consent', 'withdrawn'],
  awaiting_consent: ['active', 'withdrawn'],
  active: ['paused', 'withdrawn'],
  paused: ['active', 'withdrawn'],
  withdrawn: [],
} as const satisfies Record<PolicyStatus, readonly PolicyStatus[]>

export const policyMayFollow = (previous: PolicyStatus, next: PolicyStatus): boolean =>
  (POLICY_STATUS_NEXT[previous] as readonly PolicyStatus[]).includes(next)
