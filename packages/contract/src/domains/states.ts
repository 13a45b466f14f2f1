/** The statuses of domains. */

export const DOMAIN_STATUSES = ['pending', 'verified', 'lapsed'] as const
