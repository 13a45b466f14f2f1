/** Statements on merchants. */
import type { Role } from '@pursestrings/contract/members/records'
import type { MERCHANT_STATUSES, SUSPENDED_BY } from '@pursestrings/contract/merchants/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'

export type MerchantStatus = (typeof MERCHANT_STATUSES)[number]
export type SuspendedBy = (typeof SUSPENDED_BY)[number]

export interface MerchantTables {
  merchants: Table<'merchants', { suspended_by: SuspendedBy | null; kind: MerchantRow['kind'] }>
  memberships: Table<'memberships', { role: Role }>
}

export interface MerchantRow {
  readonly merchant_id: Uuid
  readonly name: string
  readonly status: MerchantStatus
  readonly suspended_by: SuspendedBy | null
  readonly kind: 'organization' | 'personal'
  /** Its own limits, where the operator gave it some. */
  readonly creates_per_minute_max: number | null
  readonly pending_max: number | null
  /** Since when an owner has stopped all its agents. */
  readonly agents_stopped_at: Date | null
  readonly version: number
  readonly created_at: Date
}

export const insertMerchant = async (tx: TenantTx, name: string): Promise<MerchantRow> =>
  tx
    .tables<MerchantTables>()
    .insertInto('merchants')
    .values({ merchant_id: tx.merchant_id, name, status: 'pending' })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether it is new. It is active from the start: there is no domain that it could prove. */
export const insertPersonalSpace = async (tx: TenantTx, name: string): Promise<boolean> => {
  const row = await tx
    .tables<MerchantTables>()
    .insertInto('merchants')
    .values({ merchant_id: tx.merchant_id, name, status: 'active' })
    .onConflict((c) => c.doNothing())
    .returning('merchant_id')
    .executeTakeFirst()
  return row !== undefined
}

/** As it is until the commit: whoever adds to it waits for whoever does. */
export const holdMerchant = async (tx: TenantTx): Promise<void> => {
  await tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .select('merchant_id')
    .where('merchant_id', '=', tx.merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export const selectMerchant = (tx: TenantTx, merchant_id: Uuid): Promise<MerchantRow | undefined> =>
  tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst()

/** Only if the version is still the one that was read. */
export const renameMerchant = (
  tx: TenantTx,
  merchant_id: Uuid,
  name: string,
  version: number,
): Promise<MerchantRow | undefined> =>
  tx
    .tables<MerchantTables>()
    .updateTable('merchants')
    .set({ name, version: sql`version + 1` })
    .where('merchant_id', '=', merchant_id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Whether that changed. Until the commit no agent is activated. */
export const setAgentsStopped = async (tx: TenantTx, stopped: boolean): Promise<boolean> => {
  const row = await tx
    .tables<MerchantTables>()
    .updateTable('merchants')
    .set({ agents_stopped_at: stopped ? sql<Date>`now()` : null, version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agents_stopped_at', stopped ? 'is' : 'is not', null)
    .returning('merchant_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Until the commit nobody stops them. */
export const areAgentsStopped = async (tx: TenantTx): Promise<boolean> => {
  const row = await tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .select('agents_stopped_at')
    .where('merchant_id', '=', tx.merchant_id)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.agents_stopped_at !== null
}

/** Whether it moved: only from the given status, and never what the service's operator suspended. */
export const moveMerchant = async (tx: TenantTx, from: MerchantStatus, to: MerchantStatus): Promise<boolean> => {
  const row = await tx
    .tables<MerchantTables>()
    .updateTable('merchants')
    .set({ status: to, version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', from)
    .where('suspended_by', 'is distinct from', 'operator')
    .returning('merchant_id')
    .executeTakeFirst()
  return row !== undefined
}

/** What the service's operator does. Undefined where there is no such organization, or it is so already. */
export const setSuspension = (
  tx: TenantTx,
  status: MerchantStatus,
  suspended_by: SuspendedBy | null,
): Promise<MerchantRow | undefined> =>
  tx
    .tables<MerchantTables>()
    .updateTable('merchants')
    .set({ status, suspended_by, version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('suspended_by', suspended_by === 'operator' ? 'is distinct from' : '=', 'operator')
    .returningAll()
    .executeTakeFirst()

export type LimitsRow = Pick<MerchantRow, 'creates_per_minute_max' | 'pending_max'>

/** Whether there is such an organization. */
export const updateLimits = async (
  tx: SystemTx,
  merchant_id: Uuid,
  { creates_per_minute_max, pending_max }: LimitsRow,
): Promise<boolean> => {
  const row = await tx
    .tables<MerchantTables>()
    .updateTable('merchants')
    .set({ creates_per_minute_max, pending_max })
    .where('merchant_id', '=', merchant_id)
    .returning('merchant_id')
    .executeTakeFirst()
  return row !== undefined
}

/** As they are now and stay until the commit. */
export const holdLimits = (tx: SystemTx, merchant_id: Uuid): Promise<LimitsRow | undefined> =>
  tx
    .tables<MerchantTables>()
    .selectFrom('merchants')
    .select(['creates_per_minute_max', 'pending_max'])
    .where('merchant_id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
