/** Reads of merchants and memberships that other resources build on, and how a merchant is shown. */
import type { Role } from '@pursestrings/contract/members/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type MembershipRow, selectMemberships } from './memberships.store.ts'
import { type MerchantRow, type MerchantTables, selectMerchant } from './merchants.store.ts'

export type Merchant = MerchantRow

export const merchantOnWire = (row: MerchantRow) => ({
  ...row,
  merchant_id: idOf('mer', row.merchant_id),
  agents_stopped_at: row.agents_stopped_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

interface OpenMerchant extends MerchantRow {
  readonly role: Role
}

/** Every organization that an account may open, oldest first, and as what. */
export const merchantsOfAccount = (tx: SystemTx, account_id: Uuid): Promise<OpenMerchant[]> =>
  tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .innerJoin('memberships', 'memberships.merchant_id', 'merchants.merchant_id')
    .selectAll('merchants')
    .select('memberships.role')
    .where('memberships.account_id', '=', account_id)
    .orderBy('merchants.merchant_id')
    .execute()

/** Those organizations as pages, newest first, strictly before the one that the cursor names. */
export const pageOfMerchants = (
  tx: SystemTx,
  account_id: Uuid,
  before: Uuid | undefined,
  limit: number,
): Promise<MerchantRow[]> =>
  tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .innerJoin('memberships', 'memberships.merchant_id', 'merchants.merchant_id')
    .selectAll('merchants')
    .where('memberships.account_id', '=', account_id)
    .$if(before !== undefined, (q) => q.where('merchants.merchant_id', '<', before as Uuid))
    .orderBy('merchants.merchant_id', 'desc')
    .limit(limit)
    .execute()

export const merchantsById = async (tx: SystemTx, ids: readonly Uuid[]): Promise<MerchantRow[]> =>
  ids.length === 0
    ? []
    : tx.tables<MerchantTables>().selectFrom('merchants').selectAll().where('merchant_id', 'in', ids).execute()

/** The accounts that may open a merchant, with their roles. */
export const membersOfMerchant = (tx: SystemTx, merchant_id: Uuid): Promise<MembershipRow[]> =>
  selectMemberships(tx, merchant_id)

/** Personal spaces too, where `kinds` names them. */
export const allMerchantIds = async (tx: SystemTx, ...kinds: MerchantRow['kind'][]): Promise<Uuid[]> => {
  const rows = await tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .select('merchant_id')
    .where('kind', 'in', kinds)
    .orderBy('merchant_id')
    .execute()
  return rows.map(({ merchant_id }) => merchant_id)
}

/** One organization, or the answer that there is none for this credential. */
export const readMerchant = async (tx: TenantTx, merchant_id: Uuid) => {
  const merchant = await selectMerchant(tx, merchant_id)
  if (!merchant) throw new Refusal(resourceNotFound)
  return merchantOnWire(merchant)
}
