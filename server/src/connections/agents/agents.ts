/** Agents: registered, read and changed. */

import type {
  createAgent as createAgentOperation,
  updateAgent as updateAgentOperation,
} from '@pursestrings/contract/agents/operations'
import {
  AGENT_STATUS_NEXT,
  type AgentStatus,
  agentCredentialRequired,
  agentRetired,
  agentTransitionInvalid,
} from '@pursestrings/contract/agents/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { SCOPES } from '@pursestrings/contract/scopes'
import { resourceNotFound, validationFailed, versionConflict } from '@pursestrings/contract/transport-errors'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { refuseWhileAgentsStopped } from '../../organizations/merchants/merchants.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseMisleadingName, refuseMisleadingRuntime } from '../../rules/names/misleading-name.ts'
import { countActiveCredentials } from './agent-credentials.store.ts'
import {
  type AgentChanges,
  type AgentRow,
  insertAgent,
  lockAgent,
  selectAgent,
  shareAgent as share,
  updateAgent as update,
} from './agents.store.ts'

// An agent begins as a draft: without a proven key it can do nothing.

type CreateAgentInput = BodyOf<typeof createAgentOperation> & { readonly account_id: Uuid }

export const createAgent = async (tx: TenantTx, input: CreateAgentInput): Promise<AgentRow> => {
  const { account_id, name, runtime, environment } = input
  refuseMisleadingName(name)
  refuseMisleadingRuntime(runtime)
  const allowed_scopes = SCOPES.filter((scope) => input.allowed_scopes.includes(scope))
  const agent = await insertAgent(tx, {
    agent_id: newUuidFor(tx.merchant_id),
    name,
    runtime,
    environment,
    allowed_scopes,
  })
  await appendAuditEvent(tx, {
    action: 'agent.created',
    actor: idOf('acc', account_id),
    target: idOf('agt', agent.agent_id),
    details: { name, runtime, environment, allowed_scopes },
  })
  return agent
}

/** One agent, or the answer that there is none for this credential. */
const found = (agent: AgentRow | undefined): AgentRow => {
  if (!agent) throw new Refusal(resourceNotFound)
  return agent
}

export const readAgent = async (tx: TenantTx, agent_id: Uuid): Promise<AgentRow> =>
  found(await selectAgent(tx, agent_id))

/** Changes to one agent and its credentials wait for each other here. */
export const holdAgent = async (tx: TenantTx, agent_id: Uuid): Promise<AgentRow> => found(await lockAgent(tx, agent_id))

/** What is built on an agent's standing waits here for a change of it, and a change waits for the commit. */
export const shareAgent = async (tx: TenantTx, agent_id: Uuid): Promise<AgentRow> => found(await share(tx, agent_id))

// A change of an agent that follows the table of moves and never overwrites what it has not seen. The agent is held
// while its credentials are counted, so that activation cannot slip between.

type UpdateAgentInput = BodyOf<typeof updateAgentOperation> & { readonly agent_id: Uuid; readonly account_id: Uuid }

export const updateAgent = async (tx: TenantTx, { agent_id, account_id, version, ...wanted }: UpdateAgentInput) => {
  if (wanted.status === 'active') await refuseWhileAgentsStopped(tx)
  const before = await holdAgent(tx, agent_id)
  // What an owner has suspended with all others can be suspended by itself: then it stays so when they are let on.
  const by_itself = wanted.status === 'suspended' && before.stopped
  const changes = { ...changesOf(wanted), ...(by_itself && { stopped: false }) }
  if (changes.name !== undefined) refuseMisleadingName(changes.name)
  if (before.version !== version) throw staleVersion(before.version)
  if (changes.status !== undefined && !by_itself) await checkMove(tx, before, changes.status)
  else if (before.status === 'retired') throw new Refusal(agentRetired)
  const agent = await update(tx, agent_id, changes, version)
  if (!agent) throw new Error('an agent that was held has changed')
  await appendAuditEvent(tx, {
    action: 'agent.updated',
    actor: idOf('acc', account_id),
    target: idOf('agt', agent_id),
    details: { ...changed(before, changes), version: agent.version },
  })
  return agent
}

const changesOf = ({
  status,
  name,
  allowed_scopes,
}: Omit<BodyOf<typeof updateAgentOperation>, 'version'>): AgentChanges => {
  const changes: AgentChanges = {
    ...(status !== undefined && { status }),
    ...(name !== undefined && { name }),
    ...(allowed_scopes !== undefined && { allowed_scopes: SCOPES.filter((scope) => allowed_scopes.includes(scope)) }),
  }
  if (Object.keys(changes).length > 0) return changes
  const message = 'needs at least one of status, name and allowed_scopes'
  throw new Refusal(validationFailed, { issues: [{ code: 'required', field: 'body', message }] })
}

const staleVersion = (current_version: number) => new Refusal(versionConflict, { details: { current_version } })

const checkMove = async (tx: TenantTx, { agent_id, status }: AgentRow, next: AgentStatus): Promise<void> => {
  const allowed: readonly AgentStatus[] = AGENT_STATUS_NEXT[status]
  if (!allowed.includes(next)) {
    throw new Refusal(agentTransitionInvalid, { details: { current_status: status, allowed } })
  }
  if (next === 'active' && (await countActiveCredentials(tx, agent_id)) === 0)
    throw new Refusal(agentCredentialRequired)
}

const changed = (before: AgentRow, changes: AgentChanges) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, to]) => [field, { from: before[field as keyof AgentChanges], to }]),
  )
