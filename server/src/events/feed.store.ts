/** The one statement that reads feeds: looks in as columns, their events out as rows (server/sql/events.sql). */

import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import type { Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'

export interface Look {
  readonly token_hash: Buffer
  readonly since: number
  readonly limit: number
}

export interface EventRow {
  readonly cursor: number
  readonly payment_request_id: Uuid
  readonly request_id: string | null
  readonly previous_status: PaymentStatus | null
  readonly status: PaymentStatus
  readonly late: boolean
  readonly occurred_at: Date
}

export interface Seen {
  readonly verdict: string
  readonly connection_id: Uuid
  readonly last_cursor: number
  readonly events: readonly EventRow[]
}

type Row = Omit<EventRow, 'cursor'> &
  Pick<Seen, 'verdict' | 'connection_id'> & { item: number; last_cursor: string; cursor: string | null }

const text = `select item, verdict, connection_id, last_cursor, cursor, payment_request_id, request_id, previous_status,
  status, late, occurred_at from read_payment_request_feeds($1, $2, $3)`

export const readFeeds =
  (pool: pg.Pool) =>
  async (looks: readonly Look[]): Promise<Seen[]> => {
    const values = [looks.map((l) => l.token_hash), looks.map((l) => l.since), looks.map((l) => l.limit)]
    const { rows } = await pool.query<Row>({ name: 'read_payment_request_feeds', text, values })
    const seen: (Seen & { events: EventRow[] })[] = []
    for (const { item, verdict, connection_id, last_cursor, cursor, ...event } of rows) {
      const one = (seen[item - 1] ??= { verdict, connection_id, last_cursor: Number(last_cursor), events: [] })
      if (cursor !== null) one.events.push({ ...event, cursor: Number(cursor) })
    }
    return seen
  }
