/** A wallet app's token. One per device: a new one replaces the old at its commit (W9). */
import { slotOf, type Uuid } from '@countersign/contract/wire/ids'
import { newSecret } from '@countersign/contract/wire/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, WalletTx } from '../postgres/transaction.ts'
import { hashOf } from './hash.ts'

interface Tables {
  device_tokens: Table<'device_tokens'>
}

export const issueDeviceToken = async (tx: WalletTx): Promise<string> => {
  const token = newSecret('device', slotOf(tx.device_id))
  const fresh = { token_hash: hashOf(token), issued_at: sql<Date>`now()` }
  await tx
    .tables<Tables>()
    .insertInto('device_tokens')
    .values({ device_id: tx.device_id, ...fresh })
    .onConflict((c) => c.column('device_id').doUpdateSet(fresh))
    .execute()
  return token
}

/** A new token in place of the one that was shown; undefined if another rotation came first. */
export const replaceDeviceToken = async (tx: WalletTx, shown_hash: Buffer): Promise<string | undefined> => {
  const token = newSecret('device', slotOf(tx.device_id))
  const row = await tx
    .tables<Tables>()
    .updateTable('device_tokens')
    .set({ token_hash: hashOf(token), issued_at: sql<Date>`now()` })
    .where('device_id', '=', tx.device_id)
    .where('token_hash', '=', shown_hash)
    .returning('device_id')
    .executeTakeFirst()
  return row && token
}

/** Notes its use, once a day: a device that nobody uses is forgotten in time. */
export const findDeviceToken = async (tx: SystemTx, token: string): Promise<Uuid | undefined> => {
  const row = await tx
    .tables<Tables>()
    .selectFrom('device_tokens')
    .select(['device_id', sql<boolean>`last_used_on < current_date`.as('unnoted')])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (row?.unnoted) await noteDeviceUse(tx, row.device_id)
  return row?.device_id
}

export const noteDeviceUse = ({ tables }: SystemTx, device_id: Uuid) =>
  tables<Tables>()
    .updateTable('device_tokens')
    .set({ last_used_on: sql<Date>`current_date` })
    .where('device_id', '=', device_id)
    .execute()
