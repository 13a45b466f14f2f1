/** One agent, or the answer that there is none for this credential. */

import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type AgentRow, hasUsableKey, lockAgent, selectAgent, shareAgent as share } from './agents.store.ts'

const found = (agent: AgentRow | undefined): AgentRow => {
  if (!agent) throw new Refusal(resourceNotFound)
  return agent
}

export const readAgent = async (tx: TenantTx, agent_id: Uuid): Promise<AgentRow> =>
  found(await selectAgent(tx, agent_id))

/** Whether the agent has a key that works: without one nothing can be created in its name. */
export const agentHasUsableKey = (tx: TenantTx, agent_id: Uuid): Promise<boolean> => hasUsableKey(tx, agent_id)

/** Changes to one agent and its credentials wait for each other here. */
export const holdAgent = async (tx: TenantTx, agent_id: Uuid): Promise<AgentRow> => found(await lockAgent(tx, agent_id))

/** What is built on an agent's standing waits here for a change of it, and a change waits for the commit. */
export const shareAgent = async (tx: TenantTx, agent_id: Uuid): Promise<AgentRow> => found(await share(tx, agent_id))
