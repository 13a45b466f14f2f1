/** The statuses of connections. */

export const CONNECTION_STATUSES = ['active', 'paused', 'revoked'] as const

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]
