/** An agent begins as a draft: without a proven key it can do nothing. */
import type { createAgent as operation } from '@countersign/contract/agents/operations'
import type { BodyOf } from '@countersign/contract/operation'
import { SCOPES } from '@countersign/contract/scopes'
import { idOf, newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { refuseMisleadingName, refuseMisleadingRuntime } from '../names/misleading-name.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type AgentRow, insertAgent } from './agents.store.ts'

type Input = BodyOf<typeof operation> & { readonly account_id: Uuid }

export const createAgent = async (tx: TenantTx, input: Input): Promise<AgentRow> => {
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
