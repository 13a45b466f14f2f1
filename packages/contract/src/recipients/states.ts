/** The statuses of a recipient's versions, and which may follow which. */

export const RECIPIENT_VERSION_STATUSES = [
  'draft',
  'verified',
  'awaiting_approval',
  'cooling',
  'active',
  'suspended',
  'retired',
] as const
export type RecipientVersionStatus = (typeof RECIPIENT_VERSION_STATUSES)[number]

/** From where a version may go; a domain that is lost suspends the active ones, and a new proof brings them back. */
export const RECIPIENT_VERSION_NEXT = {
  draft: ['verified', 'retired'],
  verified: ['awaiting_approval', 'cooling', 'active', 'retired'],
  awaiting_approval: ['cooling', 'active', 'retired'],
  cooling: ['active', 'retired'],
  active: ['suspended', 'retired'],
  suspended: ['active', 'retired'],
  retired: [],
} as const satisfies Record<RecipientVersionStatus, readonly RecipientVersionStatus[]>

export const RETIRED_REASONS = ['replaced', 'discarded', 'held', 'recalled', 'recipient_retired'] as const
export type RetiredReason = (typeof RETIRED_REASONS)[number]

export const RECALL_REASONS = ['compromised', 'mistake'] as const
export type RecallReason = (typeof RECALL_REASONS)[number]
