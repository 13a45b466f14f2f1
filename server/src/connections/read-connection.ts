/** One connection of a wallet, for those who tell more of it. */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { connectionOnWire, selectConnection } from './connections.store.ts'

export const readConnection = async (tx: WalletTx, connection_id: Uuid) => {
  const row = await selectConnection(tx, connection_id)
  if (!row) throw new Refusal(resourceNotFound)
  return { merchant_id: row.merchant_id, connection: connectionOnWire(row) }
}
