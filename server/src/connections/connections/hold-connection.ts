/**
 * A connection that something is built on: what its user and its merchant have said of it until now holds until the commit.
 * For callers that are known by another credential than the connection's own token.
 */
import type { Scope } from '@pursestrings/contract/scopes'
import {
  agentCredentialInactive,
  agentNotActive,
  connectionRevoked,
  resourceNotFound,
  scopeMissing,
} from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { pausedBy, Refusal } from '../../platform/refusal.ts'
import { agentHasUsableKey, readAgent } from '../agents/agents.ts'
import { type HeldConnection, lockConnectionOfTenant } from './connections.store.ts'

/** `alone`: who counts or adds to what it has; `shared`: who only builds on it. */
type How = 'alone' | 'shared'

/** As it is, whatever its standing. */
export const holdAnyConnection = async (tx: TenantTx, connection_id: Uuid, how: How): Promise<HeldConnection> => {
  const connection = await lockConnectionOfTenant(tx, connection_id, how)
  if (!connection) throw new Refusal(resourceNotFound)
  return connection
}

/** Something new can come of it: its user has not paused it, and its agent has a key that works. */
export const refuseUnlessOpen = async (tx: TenantTx, connection: HeldConnection): Promise<void> => {
  const { status, paused_by, agent_id } = connection
  if (status === 'paused') throw pausedBy(paused_by)
  if (!(await agentHasUsableKey(tx, agent_id))) throw new Refusal(agentCredentialInactive)
}

/** Refused as the route refuses a connection's token; whether it is paused is told. */
export const holdConnection = async (
  tx: TenantTx,
  connection_id: Uuid,
  { how, scope }: { how: How; scope: Scope },
): Promise<HeldConnection> => {
  const connection = await holdAnyConnection(tx, connection_id, how)
  if (connection.status === 'revoked') throw new Refusal(connectionRevoked)
  const agent = await readAgent(tx, connection.agent_id)
  if (agent.status !== 'active') throw new Refusal(agentNotActive)
  const in_force = connection.scopes.includes(scope) && agent.allowed_scopes.includes(scope)
  if (!in_force) throw new Refusal(scopeMissing, { details: { scope } })
  return connection
}
