/** Statements on recipients. */
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  recipients: Table<'recipients'>
  recipient_former_names: Table<'recipient_former_names'>
}

export interface RecipientRow {
  readonly recipient_id: Uuid
  readonly name: string
  readonly active_version_id: Uuid | null
  readonly version: number
  readonly created_at: Date
  readonly retired_at: Date | null
  /** The domain where an agent found it; null for the merchant's own. */
  readonly listed_by: string | null
  readonly listing_seen_at: Date | null
}

const COLUMNS = [
  'recipient_id',
  'name',
  'active_version_id',
  'version',
  'created_at',
  'retired_at',
  'listed_by',
  'listing_seen_at',
] as const

export const recipientOnWire = ({ active_version_id, listed_by, listing_seen_at, ...row }: RecipientRow) => ({
  ...(listed_by !== null &&
    listing_seen_at !== null && { listed: { domain: listed_by, seen_at: listing_seen_at.toISOString() } }),
  recipient_id: idOf('rcp', row.recipient_id),
  name: row.name,
  active_version_id: active_version_id === null ? null : idOf('rcv', active_version_id),
  version: row.version,
  created_at: row.created_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
})

interface NewRecipient {
  readonly name: string
  readonly name_skeleton: string
  readonly listed_by?: string
}

/** Undefined when another recipient of the merchant has the same skeleton. */
export const insertRecipient = (tx: TenantTx, named: NewRecipient): Promise<RecipientRow | undefined> =>
  tx
    .tables<Tables>()
    .insertInto('recipients')
    .values({ merchant_id: tx.merchant_id, recipient_id: newUuidFor(tx.merchant_id), ...named })
    .onConflict((c) => c.columns(['merchant_id', 'name_skeleton']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()

/** A name that looks the same: another recipient's, now or before. */
export const selectTwin = async (
  tx: TenantTx,
  name_skeleton: string,
  except: Uuid | null = null,
): Promise<string | undefined> => {
  const of = (table: 'recipients' | 'recipient_former_names') =>
    tx
      .tables<Tables>()
      .selectFrom(table)
      .select('name')
      .where('merchant_id', '=', tx.merchant_id)
      .where('name_skeleton', '=', name_skeleton)
      .$if(except !== null, (q) => q.where('recipient_id', '<>', except as Uuid))
  const row = await of('recipients').unionAll(of('recipient_former_names')).limit(1).executeTakeFirst()
  return row?.name
}

/** Of a recipient that is held. What it was called before is kept. */
export const setName = async (
  tx: TenantTx,
  { recipient_id }: RecipientRow,
  to: { name: string; name_skeleton: string },
): Promise<RecipientRow> => {
  await sql`insert into recipient_former_names (merchant_id, recipient_id, name, name_skeleton)
    select r.merchant_id, r.recipient_id, r.name, r.name_skeleton from recipients r
    where r.merchant_id = ${tx.merchant_id} and r.recipient_id = ${recipient_id} and r.name <> ${to.name}
    on conflict do nothing`.execute(tx.tables<Tables>())
  return tx
    .tables<Tables>()
    .updateTable('recipients')
    .set(to)
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Of a recipient that is held. */
export const markRetired = (tx: TenantTx, recipient_id: Uuid): Promise<RecipientRow> =>
  tx
    .tables<Tables>()
    .updateTable('recipients')
    .set({ retired_at: sql<Date>`coalesce(retired_at, now())`, active_version_id: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Held until the transaction ends, whatever its version. */
export const holdRecipient = (tx: TenantTx, recipient_id: Uuid): Promise<RecipientRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('recipients')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .forUpdate()
    .executeTakeFirst()

export const selectRecipient = (tx: TenantTx, recipient_id: Uuid): Promise<RecipientRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('recipients')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .executeTakeFirst()

export const selectRecipients = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<RecipientRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipients')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .$if(before !== undefined, (q) => q.where('recipient_id', '<', before as Uuid))
    .orderBy('recipient_id', 'desc')
    .limit(limit)
    .execute()

/** Those of the given that exist; with `hold`, none of them changes before the commit. */
export const selectActiveVersions = (
  tx: TenantTx,
  ids: readonly Uuid[],
  hold: boolean,
): Promise<Pick<RecipientRow, 'recipient_id' | 'active_version_id'>[]> =>
  tx
    .tables<Tables>()
    .selectFrom('recipients')
    .select(['recipient_id', 'active_version_id'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', 'in', ids)
    .orderBy('recipient_id')
    .$if(hold, (q) => q.forShare())
    .execute()

/** Takes the next version number, if `version` is still the current one; holds the row until the transaction ends. */
export const bumpRecipient = (tx: TenantTx, recipient_id: Uuid, version: number): Promise<RecipientRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('recipients')
    .set({ version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst()

export const setActiveVersion = (tx: TenantTx, recipient_id: Uuid, active_version_id: Uuid): Promise<RecipientRow> =>
  tx
    .tables<Tables>()
    .updateTable('recipients')
    .set({ active_version_id })
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Only while it is that version which serves. The row is held from then on. */
export const clearActiveVersion = async (tx: TenantTx, recipient_id: Uuid, version_id: Uuid): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('recipients')
    .set({ active_version_id: null, version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .where('active_version_id', '=', version_id)
    .execute()
}

/** Of a recipient that is held, whose change named no version. */
export const bumpHeld = (tx: TenantTx, recipient_id: Uuid): Promise<RecipientRow> =>
  tx
    .tables<Tables>()
    .updateTable('recipients')
    .set({ version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
