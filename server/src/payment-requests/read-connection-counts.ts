/** A connection as its wallet sees it, with how its requests ended. */
import { REQUEST_COUNT_MAX } from '@countersign/contract/connections/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { readConnection } from '../connections/read-connection.ts'
import type { Transactions, WalletIdentity } from '../postgres/transaction.ts'
import { countsOfConnection } from './counts.reads.ts'

export const readConnectionWithCounts = async (
  { asWallet, asTenant }: Transactions,
  wallet: WalletIdentity,
  connection_id: Uuid,
) => {
  const { merchant_id, connection } = await asWallet(wallet, (tx) => readConnection(tx, connection_id))
  const counts = await asTenant(merchant_id, (tx) => countsOfConnection(tx, connection_id))
  const { pending = 0, signed = 0, broadcasted = 0, confirmed = 0, rejected = 0, expired = 0, failed = 0 } = counts
  const under_way = Math.min(signed + broadcasted, REQUEST_COUNT_MAX)
  return { ...connection, request_counts: { pending, under_way, confirmed, rejected, expired, failed } }
}
