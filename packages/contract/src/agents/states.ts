/** The statuses of agents, and which may follow which. */

export const AGENT_STATUSES = ['draft', 'active', 'suspended', 'retired'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** Which status may follow which; nothing leaves `retired`. */
export const AGENT_STATUS_NEXT = {
  draft: ['active', 'retired'],
  active: ['suspended', 'retired'],
  suspended: ['active', 'retired'],
  retired: [],
} as const satisfies Record<AgentStatus, readonly AgentStatus[]>
