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
