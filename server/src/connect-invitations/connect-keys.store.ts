/** Statements on connect_keys. The wallet adds and closes its own; an agent that shows one knows not whose it is. */
import { CONNECT_KEY_LIFETIME_S } from '@countersign/contract/connect-invitations/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import { hashOf } from '../credentials/hash.ts'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, WalletTx } from '../postgres/transaction.ts'

interface Tables {
  connect_keys: Table<'connect_keys'>
}

const now = sql<Date>`now()`

export const insertConnectKey = async (tx: WalletTx, key: string): Promise<Date> => {
  const { expires_at } = await tx
    .tables<Tables>()
    .insertInto('connect_keys')
    .values({
      key_hash: hashOf(key),
      device_id: tx.wallet_id,
      expires_at: sql<Date>`now() + make_interval(secs => ${CONNECT_KEY_LIFETIME_S})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Keeps the newest open ones; used and expired ones go too, so that the table has a bound (I12). */
export const keepNewestKeys = async (tx: WalletTx, keep: number): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('connect_keys')
    .where('device_id', '=', tx.wallet_id)
    .where('key_hash', 'not in', (q) =>
      q
        .selectFrom('connect_keys')
        .select('key_hash')
        .where('device_id', '=', tx.wallet_id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('expires_at', 'desc')
        .limit(keep),
    )
    .execute()
}

/** The device whose key it is, once, for whoever comes first (I2). */
export const spendConnectKey = async (tx: SystemTx, key: string): Promise<Uuid | undefined> => {
  const row = await tx
    .tables<Tables>()
    .updateTable('connect_keys')
    .set({ used_at: sql`now()` })
    .where('key_hash', '=', hashOf(key))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('device_id')
    .executeTakeFirst()
  return row?.device_id
}
