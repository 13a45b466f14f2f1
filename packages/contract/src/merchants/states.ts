/** The statuses of merchants. */

export const MERCHANT_STATUSES = ['pending', 'active', 'suspended'] as const
