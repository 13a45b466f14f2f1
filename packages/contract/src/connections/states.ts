/** The statuses of connections, and which may follow which. */

export const CONNECTION_STATUSES = ['active', 'paused', 'revoked'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** Which status may follow which; nothing leaves `revoked`. */
export const CONNECTION_STATUS_NEXT = {
  active: ['paused', 'revoked'],
  paused: ['active', 'revoked'],
  revoked: [],
} as const satisfies Record<ConnectionStatus, readonly ConnectionStatus[]>
