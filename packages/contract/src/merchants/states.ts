/** The statuses of merchants. */

export const MERCHANT_STATUSES = ['pending', 'active', 'suspended'] as const

/** Who suspended a merchant: a proof lifts only the first, the service's operator only the second. */
export const SUSPENDED_BY = ['lapse', 'operator'] as const
