/** The statuses of pairing. */

export const PAIRING_STATUSES = ['pending', 'approved', 'exchanged', 'rejected', 'expired', 'locked'] as const

export type PairingStatus = (typeof PAIRING_STATUSES)[number]
