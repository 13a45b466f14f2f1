/** Statements on the log and its feeds (server/schema/delivery/events.append.sql and events.sql). */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { SystemTx, TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import type { LoggedEvent } from './event-on-wire.ts'

type NewRow = Pick<LoggedEvent, 'merchant_id' | 'event_id' | 'kind' | 'subject_id' | 'connection_id'> & {
  readonly data: object
  readonly for_merchant: boolean
  readonly device_id: Uuid | null
}

export const insertEvent = async ({ client }: TenantTx | WalletTx, row: NewRow): Promise<void> => {
  const text = `select append_event(row($1::event_kind, $2::uuid, $3::uuid, null, $4::uuid, $5::uuid, null, $6::jsonb,
    $7::boolean, $8::uuid, null)::new_event)`
  const { kind, merchant_id, event_id, subject_id, connection_id, data, for_merchant, device_id } = row
  const about = [kind, merchant_id, event_id, subject_id, connection_id, JSON.stringify(data)]
  await client.query({ name: 'append_event', text, values: [...about, for_merchant, device_id] })
}

export const insertEvents = async ({ client }: TenantTx | WalletTx, rows: readonly NewRow[]): Promise<void> => {
  const text = 'select append_event(n) from jsonb_populate_recordset(null::new_event, $1::jsonb) n'
  if (rows.length > 0) await client.query(text, [JSON.stringify(rows)])
}

/** A feed that grew. */
export interface Grown {
  readonly owner_id: Uuid
  /** Of a merchant's feed: what is new in it, in order. */
  readonly merchant_event_ids: readonly Uuid[] | null
  /** How many events were taken in all. */
  readonly taken: number
}

/** None where nothing is pending, or another process is at it. */
export const sequencePending = async ({ client }: SystemTx, at_most: number): Promise<Grown[]> => {
  const text = 'select owner_id, merchant_event_ids, taken from sequence_events($1)'
  return (await client.query<Grown>({ name: 'sequence_events', text, values: [at_most] })).rows
}

export const countPending = async ({ client }: SystemTx): Promise<number> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from events_pending')
  return rows[0]?.n ?? 0
}

/** The newest cursor of the feed up to one that a reader names. */
export const lastEntryOf = async ({ client }: TenantTx | WalletTx, owner_id: Uuid, up_to: number): Promise<number> => {
  const text = 'select last_entry_of_feed($1, $2)::float8 as cursor'
  const { rows } = await client.query<{ cursor: number }>(text, [owner_id, up_to])
  return rows[0]?.cursor ?? 0
}

export type FeedRow = LoggedEvent & { readonly cursor: number }

export const selectFeed = async (
  { client }: TenantTx | WalletTx,
  owner_id: Uuid,
  { since, limit }: { since: number; limit: number },
): Promise<{ last_cursor: number; rows: FeedRow[] }> => {
  const text = `select last_cursor::float8 as last_cursor, cursor::float8 as cursor, merchant_id, event_id, kind, subject_id,
    connection_id, connection_cursor::float8 as connection_cursor, occurred_at, data from read_feed($1, $2, $3)`
  type Row = FeedRow & { last_cursor: number; cursor: number | null }
  const { rows } = await client.query<Row>({ name: 'read_feed', text, values: [owner_id, since, limit] })
  return { last_cursor: rows[0]?.last_cursor ?? 0, rows: rows.filter(({ cursor }) => cursor !== null) }
}

// The one statement that reads the feeds of connections: looks in as columns, a page out as one text (server/schema/delivery/events.sql).

export interface Look {
  readonly token_hash: Buffer
  readonly since: number
  readonly limit: number
}

export interface Seen {
  readonly verdict: string
  readonly connection_id: Uuid
  readonly last_cursor: number
  /** A line per event: cursor, id of the request or nothing, and the other fields as the wire shows them. */
  readonly events: string | null
}

interface PageRow extends Omit<Seen, 'last_cursor'> {
  readonly item: number
  readonly last_cursor: string
}

/** The newest cursor of the feed up to one that a reader names. */
export const lastEventOn =
  (pool: pg.Pool) =>
  async (token_hash: Buffer, up_to: number): Promise<number> => {
    const text = 'select last_event_of_connection($1, $2)::float8 as cursor'
    const { rows } = await pool.query<{ cursor: number }>({
      name: 'last_event_of_connection',
      text,
      values: [token_hash, up_to],
    })
    return rows[0]?.cursor ?? 0
  }

const READ_PAGES = 'select item, verdict, connection_id, last_cursor, events from read_event_pages($1, $2, $3)'

export const readFeeds =
  (pool: pg.Pool) =>
  async (looks: readonly Look[]): Promise<Seen[]> => {
    const values = [looks.map((l) => l.token_hash), looks.map((l) => l.since), looks.map((l) => l.limit)]
    const { rows } = await pool.query<PageRow>({ name: 'read_event_pages', text: READ_PAGES, values })
    const seen: Seen[] = []
    for (const { item, verdict, connection_id, last_cursor, events } of rows) {
      seen[item - 1] = { verdict, connection_id, last_cursor: Number(last_cursor), events }
    }
    return seen
  }
