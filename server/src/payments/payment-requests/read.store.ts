/** The one statement that reads by connection token (migration 0024). */
import { NIL_UUID, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { PaymentRequestRow } from './payment-request-view.ts'

export interface Wanted {
  readonly token_hash: Buffer
  readonly request_id: string
}

export interface Found extends PaymentRequestRow {
  readonly verdict: string
}

const text = `select r.*, payee_verified(r.merchant_id, r.recipient_version_id) as payee_verified,
  case when r.transaction_id is not null
    then pinned_context(r.merchant_id, r.connection_id, r.payment_request_id) end as context_revision,
  case when r.status <> 'pending'
    then decision_is_signed(r.merchant_id, r.connection_id, r.payment_request_id) end as device_signed
  from read_payment_requests($1, $2, $3) r`

export const findPaymentRequests =
  (pool: pg.Pool) =>
  async (wanted: readonly Wanted[]): Promise<Found[]> => {
    const uuids = wanted.map(({ request_id }) => uuidOf('pr', request_id))
    const values = [
      wanted.map((w) => w.token_hash),
      uuids.map((uuid) => (uuid === NIL_UUID ? null : uuid)),
      wanted.map((w) => w.request_id),
    ]
    const { rows } = await pool.query<Found & { item: number }>({ name: 'read_payment_requests', text, values })
    const found: Found[] = []
    for (const row of rows) found[row.item - 1] = row
    return found
  }
