/** What waits for a wallet's decision, and what could still come to wait: counted over both tables in one snapshot. */
import { sql } from 'kysely'
import type { WalletTx } from '../../platform/postgres/transaction.ts'

interface Waiting {
  readonly pending: number
  readonly open: number
}

export const countWaiting = async (tx: WalletTx): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`select
    (select count(*)::int from connect_invitations
      where device_id = ${tx.wallet_id} and status = 'pending' and expires_at > now()) as pending,
    (select count(*)::int from connect_keys
      where device_id = ${tx.wallet_id} and used_at is null and expires_at > now()) as open`.execute(tx.tables())
  return rows[0] as Waiting
}

/** Two keys for one wallet are issued one after the other, so that neither overlooks the other. */
export const oneAtATime = async (tx: WalletTx): Promise<void> => {
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended('connect-keys ' || $1, 0))", [tx.wallet_id])
}
