/** Statements on payees that agents found on domains. Their skeleton is their facts: an equal payee is found again. */
import { LISTING_FRESH_S, LISTING_LASTS_S } from '@pursestrings/contract/recipients/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  recipients: Table<'recipients'>
}

interface ListingRow {
  readonly recipient_id: Uuid
  readonly listing_gone_at: Date | null
  /** Seen lately, and it serves. */
  readonly fresh: boolean
  readonly retired: boolean
}

/** What is known of a listing, and the database's time before anybody looks. A look counts as of its beginning. */
export const selectListing = async (
  tx: TenantTx,
  skeleton: string,
): Promise<{ readonly listing: ListingRow | undefined; readonly began_at: Date }> => {
  const { rows } = await sql<Partial<ListingRow> & { readonly began_at: Date }>`
    select clock.began_at, l.* from (select date_trunc('milliseconds', clock_timestamp()) as began_at) clock left join lateral (
      select r.recipient_id, r.retired_at is not null or exists (select from recipient_versions v
          where v.merchant_id = r.merchant_id and v.recipient_id = r.recipient_id and v.status = 'retired') as retired,
        coalesce(r.active_version_id is not null
          and r.listing_seen_at > now() - make_interval(secs => ${LISTING_FRESH_S}), false) as fresh
      from recipients r where r.merchant_id = ${tx.merchant_id} and r.name_skeleton = ${skeleton}) l on true`.execute(
    tx.tables<Tables>(),
  )
  const { began_at, ...listing } = rows[0] as ListingRow & { readonly began_at: Date }
  return { began_at, listing: listing.recipient_id === null ? undefined : listing }
}

/** A look that began then found it, and its evidence is written. False if the listing was gone since: that look proves nothing. */
export const markSeen = async (tx: TenantTx, recipient_id: Uuid, began_at: Date): Promise<boolean> => {
  const { rows } = await sql`update recipients set listing_seen_at = greatest(listing_seen_at, ${began_at})
    where merchant_id = ${tx.merchant_id} and recipient_id = ${recipient_id}
      and (listing_gone_at is null or listing_gone_at < ${began_at})
      and ${began_at} > clock_timestamp() - interval '5 minutes' returning 1`.execute(tx.tables<Tables>())
  return rows.length > 0
}

export const markGone = async (tx: TenantTx, recipient_id: Uuid): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('recipients')
    .set({ listing_gone_at: sql<Date>`clock_timestamp()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient_id', '=', recipient_id)
    .execute()
}

/** Some hours before they would lapse, so that a site which is away for a while is asked some times. */
const LOOKED_AT_AFTER_S = LISTING_LASTS_S - 4 * 3600

export interface DueListing {
  readonly merchant_id: Uuid
  readonly recipient_id: Uuid
  readonly host: string
  readonly skeleton: string
}

/** Listings of all organizations that serve and will lapse soon. */
export const dueListings = async (tx: SystemTx, limit: number): Promise<DueListing[]> => {
  const { rows } =
    await sql<DueListing>`select merchant_id, recipient_id, listed_by as host, name_skeleton as skeleton from recipients
    where listed_by is not null and active_version_id is not null
      and listing_seen_at < now() - make_interval(secs => ${LOOKED_AT_AFTER_S})
    order by listing_seen_at limit ${limit}`.execute(tx.tables<Tables>())
  return rows
}

/** Nobody has seen it for as long as a listing lasts. */
export const hasLapsed = async (tx: TenantTx, recipient_id: Uuid): Promise<boolean> => {
  const { rows } = await sql<{ lapsed: boolean }>`select listing_is_stale(r) as lapsed from recipients r
    where r.merchant_id = ${tx.merchant_id} and r.recipient_id = ${recipient_id}`.execute(tx.tables<Tables>())
  return rows[0]?.lapsed === true
}
