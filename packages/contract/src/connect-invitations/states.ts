/** The statuses of connect invitations, and which may follow which. */

export const INVITATION_STATUSES = ['pending', 'approved', 'exchanged', 'rejected', 'expired'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** Which status may follow which. An approval can be taken back until it is exchanged. */
export const INVITATION_STATUS_NEXT = {
  pending: ['approved', 'rejected', 'expired'],
  approved: ['exchanged', 'rejected', 'expired'],
  exchanged: [],
  rejected: [],
  expired: [],
} as const satisfies Record<InvitationStatus, readonly InvitationStatus[]>
