/** The statuses of connect invitations. */

export const INVITATION_STATUSES = ['pending', 'approved', 'exchanged', 'rejected', 'expired'] as const

export type InvitationStatus = (typeof INVITATION_STATUSES)[number]
