/** The statements that read by token: what they find, they find with all that is shown of it. */
import { NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type pg from 'pg'
import type { ShownRequest } from './payment-request-view.ts'

export interface Wanted {
  readonly token_hash: Buffer
  readonly request_id: string
}

export interface Found extends ShownRequest {
  readonly verdict: string
}

export const findPaymentRequests =
  (pool: pg.Pool) =>
  async (wanted: readonly Wanted[]): Promise<Found[]> => {
    const uuids = wanted.map(({ request_id }) => uuidOf('pr', request_id))
    const values = [
      wanted.map((w) => w.token_hash),
      uuids.map((uuid) => (uuid === NIL_UUID ? null : uuid)),
      wanted.map((w) => w.request_id),
    ]
    const text = 'select * from read_payment_requests($1, $2, $3)'
    const { rows } = await pool.query<Found & { item: number }>({ name: 'read_payment_requests', text, values })
    const found: Found[] = []
    for (const row of rows) found[row.item - 1] = row
    return found
  }

export interface WantedPage {
  readonly token_hash: Buffer
  readonly by_wallet: boolean
  readonly before: Uuid | undefined
  readonly at_most: number
  readonly statuses: readonly PaymentStatus[] | undefined
  readonly connection_id: Uuid | undefined
  readonly recipient_id: Uuid | undefined
}

/** Newest first; where the token opens nothing, one row whose verdict says so. */
export const listByToken =
  (pool: pg.Pool) =>
  async (w: WantedPage): Promise<Found[]> => {
    const text = 'select * from list_payment_requests($1, $2, $3, $4, $5, $6, $7)'
    const values = [w.token_hash, w.by_wallet, w.before, w.at_most, w.statuses, w.connection_id, w.recipient_id]
    return (await pool.query<Found>({ name: 'list_payment_requests', text, values })).rows
  }
