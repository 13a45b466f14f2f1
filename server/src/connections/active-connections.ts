/** Which of these connections are active now: neither paused nor revoked by their user. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import { selectActive } from './connections.store.ts'

export const activeConnections = async (tx: TenantTx | WalletTx, ids: readonly Uuid[]): Promise<ReadonlySet<Uuid>> => {
  if (ids.length === 0) return new Set()
  return new Set((await selectActive(tx, [...new Set(ids)])).map(({ connection_id }) => connection_id))
}
