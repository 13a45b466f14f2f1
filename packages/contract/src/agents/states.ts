/** The statuses of agents. */

export const AGENT_STATUSES = ['draft', 'active', 'suspended', 'retired'] as const

export type AgentStatus = (typeof AGENT_STATUSES)[number]
