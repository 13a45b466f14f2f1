/** What happened to a connection, for its merchant and its wallet. */
import type { CONNECTION_CHANGES } from '@countersign/contract/connections/records'
import { appendEvent } from '../events/append-event.ts'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import type { ConnectionRow } from './connections.store.ts'

/** Of a connection that is held, as it is from now on. */
export const appendConnectionEvent = (
  tx: TenantTx | WalletTx,
  { merchant_id, connection_id, device_id, scopes, paused_by }: ConnectionRow,
  change: (typeof CONNECTION_CHANGES)[number],
): Promise<void> =>
  appendEvent(tx, {
    kind: `connection.${change}`,
    merchant_id,
    subject_id: connection_id,
    connection_id,
    device_id,
    data: { scopes, ...(change === 'paused' && { paused_by }) },
  })
