/** Statements on memberships: who may open an organization, and as what. */
import type { Role } from '@pursestrings/contract/members/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  memberships: Table<'memberships', { role: Role }>
}

export interface MembershipRow {
  readonly account_id: Uuid
  readonly role: Role
  readonly created_at: Date
  readonly last_signed_in_at: Date | null
}

const SHOWN = ['account_id', 'role', 'created_at', 'last_signed_in_at'] as const

/** Whether it is new: who is a member already keeps the role. */
export const insertMembership = async (tx: TenantTx, account_id: Uuid, role: Role): Promise<boolean> => {
  const row = await tx
    .tables<Tables>()
    .insertInto('memberships')
    .values({ merchant_id: tx.merchant_id, account_id, role })
    .onConflict((c) => c.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The owners, who stay so until the commit: whoever else wants to change a member waits here. */
export const holdOwners = async (tx: TenantTx): Promise<Uuid[]> => {
  const rows = await tx
    .tables<Tables>()
    .selectFrom('memberships')
    .select('account_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('role', '=', 'owner')
    .orderBy('account_id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.account_id)
}

export const selectMemberships = (tx: SystemTx, merchant_id: Uuid): Promise<MembershipRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('memberships')
    .select(SHOWN)
    .where('merchant_id', '=', merchant_id)
    .orderBy('account_id')
    .execute()

const ofMember = (tx: TenantTx, account_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('memberships')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('account_id', '=', account_id)

export const selectMembership = (tx: TenantTx, account_id: Uuid): Promise<MembershipRow | undefined> =>
  ofMember(tx, account_id).executeTakeFirst()

const update = (tx: TenantTx, account_id: Uuid) =>
  tx
    .tables<Tables>()
    .updateTable('memberships')
    .where('merchant_id', '=', tx.merchant_id)
    .where('account_id', '=', account_id)

export const updateRole = async (tx: TenantTx, account_id: Uuid, role: Role): Promise<void> => {
  await update(tx, account_id).set({ role }).execute()
}

/** Whether there is such a member, who then stays one until the commit. */
export const noteSignIn = async (tx: TenantTx, account_id: Uuid): Promise<boolean> => {
  const row = await update(tx, account_id)
    .set({ last_signed_in_at: sql<Date>`now()` })
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export const deleteMembership = async (tx: TenantTx, account_id: Uuid): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('memberships')
    .where('merchant_id', '=', tx.merchant_id)
    .where('account_id', '=', account_id)
    .execute()
}
