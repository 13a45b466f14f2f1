/** The statuses of a recipient's versions, and which may follow which. */

export const RECIPIENT_VERSION_STATUSES = ['draft', 'verified', 'cooling', 'active', 'retired'] as const
export type RecipientVersionStatus = (typeof RECIPIENT_VERSION_STATUSES)[number]

/** From where a version may go; `retired` also takes an active version whose domain no longer proves itself. */
export const RECIPIENT_VERSION_NEXT = {
  draft: ['verified', 'retired'],
  verified: ['cooling', 'active', 'retired'],
  cooling: ['active', 'retired'],
  active: ['retired'],
  retired: [],
} as const satisfies Record<RecipientVersionStatus, readonly RecipientVersionStatus[]>
