/** Stretches of feeds, any tenant's, in one statement. */

import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'

export interface FeedSpan {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly from: number
  readonly to: number
}

export interface SentEvent {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly cursor: number
  readonly payment_request_id: Uuid
  readonly request_id: string | null
  readonly occurred_at: Date
  readonly status: PaymentStatus
  readonly previous_status: PaymentStatus | null
  readonly late: boolean
}

const text = `select e.merchant_id, e.connection_id, e.cursor::float8 as cursor, e.payment_request_id, r.request_id,
    e.occurred_at, e.status, e.previous_status, e.late
  from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) s (merchant_id, connection_id, first, last)
  join payment_request_events e on e.merchant_id = s.merchant_id and e.connection_id = s.connection_id
    and e.cursor between s.first and s.last
  join payment_requests r on r.merchant_id = e.merchant_id and r.connection_id = e.connection_id
    and r.payment_request_id = e.payment_request_id
  order by e.connection_id, e.cursor`

export const selectEventsInSpans = async ({ client }: SystemTx, spans: readonly FeedSpan[]): Promise<SentEvent[]> => {
  const values = [
    spans.map((s) => s.merchant_id),
    spans.map((s) => s.connection_id),
    spans.map((s) => s.from),
    spans.map((s) => s.to),
  ]
  const { rows } = await client.query<SentEvent>({ name: 'events_in_spans', text, values })
  return rows
}
