/** Statements on merchants and memberships. */

import type { MERCHANT_STATUSES } from '@countersign/contract/merchants/states'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { type Generated, sql } from 'kysely'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'

export type MerchantStatus = (typeof MERCHANT_STATUSES)[number]

interface Tables {
  merchants: {
    merchant_id: Uuid
    name: string
    status: MerchantStatus
    version: Generated<number>
    created_at: Generated<Date>
  }
  memberships: { merchant_id: Uuid; account_id: Uuid; created_at: Generated<Date> }
}

export interface MerchantRow {
  readonly merchant_id: Uuid
  readonly name: string
  readonly status: MerchantStatus
  readonly version: number
  readonly created_at: Date
}

export const merchantOnWire = (row: MerchantRow) => ({
  ...row,
  merchant_id: idOf('mer', row.merchant_id),
  created_at: row.created_at.toISOString(),
})

export const insertMerchant = async (tx: TenantTx, name: string): Promise<MerchantRow> =>
  tx
    .tables<Tables>()
    .insertInto('merchants')
    .values({ merchant_id: tx.merchant_id, name, status: 'pending' })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertMembership = async (tx: TenantTx, account_id: Uuid): Promise<void> => {
  await tx.tables<Tables>().insertInto('memberships').values({ merchant_id: tx.merchant_id, account_id }).execute()
}

export const selectMerchant = (tx: TenantTx, merchant_id: Uuid): Promise<MerchantRow | undefined> =>
  tx.tables<Tables>().selectFrom('merchants').selectAll().where('merchant_id', '=', merchant_id).executeTakeFirst()

/** Only if the version is still the one that was read (P10). */
export const renameMerchant = (
  tx: TenantTx,
  merchant_id: Uuid,
  name: string,
  version: number,
): Promise<MerchantRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('merchants')
    .set({ name, version: sql`version + 1` })
    .where('merchant_id', '=', merchant_id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Whether it moved: only from one of the given statuses. */
export const moveMerchant = async (
  tx: TenantTx,
  from: readonly MerchantStatus[],
  to: MerchantStatus,
): Promise<boolean> => {
  const row = await tx
    .tables<Tables>()
    .updateTable('merchants')
    .set({ status: to, version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', 'in', from)
    .returning('merchant_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Every organization that an account may open, oldest first. */
export const selectMerchantsOfAccount = (tx: SystemTx, account_id: Uuid): Promise<MerchantRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('merchants')
    .innerJoin('memberships', 'memberships.merchant_id', 'merchants.merchant_id')
    .selectAll('merchants')
    .where('memberships.account_id', '=', account_id)
    .orderBy('merchants.merchant_id')
    .execute()

/** The accounts that may open a merchant. */
export const selectMembers = async (tx: SystemTx, merchant_id: Uuid): Promise<Uuid[]> => {
  const rows = await tx
    .tables<Tables>()
    .selectFrom('memberships')
    .select('account_id')
    .where('merchant_id', '=', merchant_id)
    .execute()
  return rows.map((row) => row.account_id)
}
