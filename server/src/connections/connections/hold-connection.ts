/**
 * A connection that something is built on: what its user and its merchant have said of it until now holds until the commit.
 * For callers that are known by another credential than the connection's own token.
 */
import type { PausedBy } from '@pursestrings/contract/connections/records'
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
import { type HeldConnection, lockConnectionOfTenant } from './connections.store.ts'

/** Nobody else counts or adds to what it has; as it is, whatever its standing. */
export const holdAnyConnection = async (tx: TenantTx, connection_id: Uuid): Promise<HeldConnection> => {
  const connection = await lockConnectionOfTenant(tx, connection_id)
  if (!connection) throw new Refusal(resourceNotFound)
  return connection
}

/** A connection and its agent, as a statement that holds it found them. */
export interface Standing {
  readonly connection_status: string
  readonly paused_by: PausedBy | null
  readonly scopes: readonly string[]
  readonly agent_status: string
  readonly agent_scopes: readonly string[]
}

/** As the route refuses a connection's token; whether it is paused is told. */
export const refuseOutOfScope = (standing: Standing, scope: Scope): void => {
  if (standing.connection_status === 'revoked') throw new Refusal(connectionRevoked)
  if (standing.agent_status !== 'active') throw new Refusal(agentNotActive)
  const in_force = standing.scopes.includes(scope) && standing.agent_scopes.includes(scope)
  if (!in_force) throw new Refusal(scopeMissing, { details: { scope } })
}

export const refusePaused = ({ connection_status, paused_by }: Standing): void => {
  if (connection_status === 'paused') throw pausedBy(paused_by)
}

/** Something new can come of it: its user has not paused it, and its agent has a key that works. */
export const refuseUnlessOpen = (standing: Standing & { readonly agent_has_key: boolean }): void => {
  refusePaused(standing)
  if (!standing.agent_has_key) throw new Refusal(agentCredentialInactive)
}
