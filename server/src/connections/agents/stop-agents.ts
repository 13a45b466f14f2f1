/** An owner stops all agents of the organization at once, or lets those ask again that this stopped. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { markAgentsStopped } from '../../organizations/merchants/merchants.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { moveAgents } from './agents.store.ts'

/** The organization is held first: an agent that is being activated is either suspended here, or finds it stopped. */
export const stopAgents = async (
  tx: TenantTx,
  { agents, account_id }: { readonly agents: 'active' | 'stopped'; readonly account_id: Uuid },
): Promise<void> => {
  const stops = agents === 'stopped'
  if (!(await markAgentsStopped(tx, stops))) return
  const count = await moveAgents(tx, stops ? 'suspended' : 'active')
  await appendAuditEvent(tx, {
    action: stops ? 'merchant.agents_stopped' : 'merchant.agents_resumed',
    actor: idOf('acc', account_id),
    target: idOf('mer', tx.merchant_id),
    details: { agents: count },
  })
}
