/** An agent gives its connection back: from the answer on its token opens nothing, and the user's wallet shows it as ended. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { appendConnectionEvent } from './append-connection-event.ts'
import { type ConnectionRow, endConnectionOfTenant, selectConnectionOfTenant } from './connections.store.ts'

export const endConnection = async (tx: TenantTx, connection_id: Uuid): Promise<ConnectionRow> => {
  const ended = await endConnectionOfTenant(tx, connection_id)
  // The user came first.
  if (!ended) return selectConnectionOfTenant(tx, connection_id)
  await appendConnectionEvent(tx, ended, 'revoked')
  return ended
}
