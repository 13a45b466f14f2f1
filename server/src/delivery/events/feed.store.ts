/** The one statement that reads the feeds of connections: looks in as columns, a page out as one text (server/schema/delivery/events.sql). */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'

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

interface Row extends Omit<Seen, 'last_cursor'> {
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

const text = 'select item, verdict, connection_id, last_cursor, events from read_event_pages($1, $2, $3)'

export const readFeeds =
  (pool: pg.Pool) =>
  async (looks: readonly Look[]): Promise<Seen[]> => {
    const values = [looks.map((l) => l.token_hash), looks.map((l) => l.since), looks.map((l) => l.limit)]
    const { rows } = await pool.query<Row>({ name: 'read_event_pages', text, values })
    const seen: Seen[] = []
    for (const { item, verdict, connection_id, last_cursor, events } of rows) {
      seen[item - 1] = { verdict, connection_id, last_cursor: Number(last_cursor), events }
    }
    return seen
  }
