/** The one statement that reads the feeds of connections: looks in as columns, a page out as one row (server/sql/events.sql). */
import type { EventKind } from '@countersign/contract/events/kinds'
import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import type { Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'

export interface Look {
  readonly token_hash: Buffer
  readonly since: number
  readonly limit: number
}

interface RequestData {
  /** The agent's own, where it chose one. */
  readonly request_id?: string
  readonly previous_status: PaymentStatus | null
  readonly status: PaymentStatus
}

export type EventRow = readonly [
  cursor: number,
  payment_request_id: Uuid,
  kind: EventKind,
  data: RequestData,
  occurred_at: string,
]

export interface Seen {
  readonly verdict: string
  readonly connection_id: Uuid
  readonly last_cursor: number
  readonly events: readonly EventRow[]
}

interface Row extends Pick<Seen, 'verdict' | 'connection_id'> {
  readonly item: number
  readonly last_cursor: string
  readonly events: string | null
}

const text = 'select item, verdict, connection_id, last_cursor, events from read_feed_pages($1, $2, $3)'

export const readFeeds =
  (pool: pg.Pool) =>
  async (looks: readonly Look[]): Promise<Seen[]> => {
    const values = [looks.map((l) => l.token_hash), looks.map((l) => l.since), looks.map((l) => l.limit)]
    const { rows } = await pool.query<Row>({ name: 'read_feed_pages', text, values })
    const seen: Seen[] = []
    for (const { item, verdict, connection_id, last_cursor, events } of rows) {
      const page = events === null ? [] : (JSON.parse(events) as EventRow[])
      seen[item - 1] = { verdict, connection_id, last_cursor: Number(last_cursor), events: page }
    }
    return seen
  }
