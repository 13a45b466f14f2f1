/** The statement that lists payees which can be asked for. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Network } from '@countersign/contract/wire/networks'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { TenantTx } from '../postgres/transaction.ts'

interface Tables {
  recipients: Table<'recipients'>
  recipient_versions: Table<'recipient_versions'>
}

export interface ActivePayeeRow {
  readonly recipient_id: Uuid
  readonly active_version_id: Uuid
  readonly number: number
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly vouched_by: Uuid
}

export const selectActivePayees = async (
  tx: TenantTx,
  before: Uuid | undefined,
  limit: number,
): Promise<ActivePayeeRow[]> => {
  const { rows } =
    await sql<ActivePayeeRow>`select r.recipient_id, r.active_version_id, v.number, r.name, v.network, v.asset,
      v.vouched_by
    from recipients r cross join lateral (
      select v.number, v.network, v.asset, v.vouched_by from recipient_versions v
      where v.merchant_id = r.merchant_id and v.recipient_version_id = r.active_version_id limit 1) v
    where r.merchant_id = ${tx.merchant_id} and r.active_version_id is not null
      ${before === undefined ? sql`` : sql`and r.recipient_id < ${before}`}
    order by r.recipient_id desc limit ${limit}`.execute(tx.tables<Tables>())
  return rows
}
