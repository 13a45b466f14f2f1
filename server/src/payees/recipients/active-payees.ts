/** Whom an agent of the merchant can name now: recipients with a version that serves, and the domain that vouches for it. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { domainNames } from '../domains/domains.reads.ts'

// The statement that lists payees which can be asked for.

interface Tables {
  recipients: Table<'recipients'>
  recipient_versions: Table<'recipient_versions'>
}

interface ActivePayeeRow {
  readonly recipient_id: Uuid
  readonly active_version_id: Uuid
  readonly number: number
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly vouched_by: Uuid
}

const selectActivePayees = async (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<ActivePayeeRow[]> => {
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

/** Newest first, strictly before the recipient that the cursor names. */
export const activePayees = async (tx: TenantTx, before: Uuid | undefined, limit: number) => {
  const rows = await selectActivePayees(tx, before, limit)
  const names = await domainNames(tx, [...new Set(rows.map((row) => row.vouched_by))])
  return rows.map(({ vouched_by, ...row }) => ({
    ...row,
    recipient_id: idOf('rcp', row.recipient_id),
    active_version_id: idOf('rcv', row.active_version_id),
    domain: names.get(vouched_by) as string,
  }))
}
