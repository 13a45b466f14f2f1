/** Reading requests. A pending one past its time reads as expired at once, by the clock of the database. */

import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import type { Uuid } from '@countersign/contract/wire/ids'
import { NIL_UUID, uuidOf } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'

interface Tables {
  payment_requests: Table<'payment_requests'>
}

const status = sql<PaymentStatus>`case when p.status = 'pending' and p.expires_at <= now() then 'expired' else p.status end`

const columns = sql`p.connection_id, p.payment_request_id, p.request_id, p.recipient_version_id, p.created_at, p.expires_at,
  ${status} as status, p.amount, p.idempotency_key, p.facts_digest, p.transaction_id, p.display, p.metadata,
  p.transaction_hash, p.reason`

export type StoredRequest = Omit<PaymentRequestRow, 'source'>

export const selectPaymentRequest = async (
  tx: TenantTx,
  connection_id: Uuid,
  payment_request_id: Uuid,
): Promise<StoredRequest | undefined> => {
  const { rows } = await sql<StoredRequest>`select ${columns} from payment_requests p
    where p.merchant_id = ${tx.merchant_id} and p.connection_id = ${connection_id}
      and p.payment_request_id = ${payment_request_id}`.execute(tx.tables<Tables>())
  return rows[0]
}

interface Page {
  readonly before: Uuid | undefined
  readonly limit: number
  readonly status: PaymentStatus | undefined
}

const within = (page: Page) => sql`
  ${page.before === undefined ? sql`` : sql`and p.payment_request_id < ${page.before}`}
  ${page.status === undefined ? sql`` : sql`and ${status} = ${page.status}`}`

/** Newest first, over all connections of the tenant. */
export const selectPaymentRequests = async (tx: TenantTx, page: Page): Promise<StoredRequest[]> => {
  const { rows } = await sql<StoredRequest>`select ${columns} from payment_requests p
    where p.merchant_id = ${tx.merchant_id} ${within(page)}
    order by p.payment_request_id desc limit ${page.limit}`.execute(tx.tables<Tables>())
  return rows
}

export interface Place {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
}

const among = (places: readonly Place[]) =>
  sql`unnest(${places.map((p) => p.merchant_id)}::uuid[], ${places.map((p) => p.connection_id)}::uuid[])
    c (merchant_id, connection_id)`

/** Newest first, of these connections: an agent's one, or all of a wallet's. */
export const selectAmong = async (tx: SystemTx, places: readonly Place[], page: Page): Promise<StoredRequest[]> => {
  const { rows } = await sql<StoredRequest>`select p.* from ${among(places)}
    cross join lateral (
      select ${columns} from payment_requests p
      where p.merchant_id = c.merchant_id and p.connection_id = c.connection_id ${within(page)}
      order by p.payment_request_id desc limit ${page.limit}) p
    order by p.payment_request_id desc limit ${page.limit}`.execute(tx.tables<Tables>())
  return rows
}

/** Every request of that id, as the wire writes it, among these connections: two may use one id of the caller's. */
export const findAmong = async (
  tx: SystemTx,
  places: readonly Place[],
  request_id: string,
): Promise<(StoredRequest & Place)[]> => {
  const uuid = uuidOf('pr', request_id)
  const by = uuid === NIL_UUID ? sql`p.request_id = ${request_id}` : sql`p.payment_request_id = ${uuid}`
  const { rows } = await sql<StoredRequest & Place>`select p.merchant_id, ${columns} from ${among(places)}
    join payment_requests p on p.merchant_id = c.merchant_id and p.connection_id = c.connection_id and ${by}`.execute(
    tx.tables<Tables>(),
  )
  return rows
}
