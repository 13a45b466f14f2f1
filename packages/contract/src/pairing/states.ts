/** The statuses of pairing sessions, and which may follow which. */

export const PAIRING_STATUSES = ['pending', 'approved', 'exchanged', 'rejected', 'expired', 'locked'] as const
export type PairingStatus = (typeof PAIRING_STATUSES)[number]

/** Which status may follow which. An approval has made a connection: it is taken back by revoking that. */
export const PAIRING_STATUS_NEXT = {
  pending: ['approved', 'rejected', 'expired', 'locked'],
  approved: ['exchanged', 'expired'],
  exchanged: [],
  rejected: [],
  expired: [],
  locked: [],
} as const satisfies Record<PairingStatus, readonly PairingStatus[]>
