/**
 * A change of an agent that follows the table of moves and never overwrites what it has not seen (P10). The agent is held
 * while its credentials are counted, so that activation cannot slip between.
 */

import { agentCredentialRequired, agentRetired, agentTransitionInvalid } from '@countersign/contract/agents/errors'
import { type updateAgent as operation } from '@countersign/contract/agents/operations'
import { AGENT_STATUS_NEXT, type AgentStatus } from '@countersign/contract/agents/states'
import type { BodyOf } from '@countersign/contract/operation'
import { SCOPES } from '@countersign/contract/scopes'
import { validationFailed, versionConflict } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { refuseMisleadingName } from '../names/misleading-name.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { countActiveCredentials } from './agent-credentials.store.ts'
import { type AgentChanges, type AgentRow, updateAgent as update } from './agents.store.ts'
import { holdAgent } from './read-agent.ts'

type Input = BodyOf<typeof operation> & { readonly agent_id: Uuid; readonly account_id: Uuid }

export const updateAgent = async (tx: TenantTx, { agent_id, account_id, version, ...wanted }: Input) => {
  const before = await holdAgent(tx, agent_id)
  const changes = changesOf(wanted)
  if (changes.name !== undefined) refuseMisleadingName(changes.name)
  if (before.version !== version) throw staleVersion(before.version)
  if (changes.status !== undefined) await checkMove(tx, before, changes.status)
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

const changesOf = ({ status, name, allowed_scopes }: Omit<BodyOf<typeof operation>, 'version'>): AgentChanges => {
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
