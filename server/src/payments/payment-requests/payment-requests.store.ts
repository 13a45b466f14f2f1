/** Reading requests. A pending one past its time, or whose payee was recalled, reads as ended at once. */
import { NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import type { PaymentRequestRow, ShownRequest } from './payment-request-view.ts'

interface Tables {
  payment_requests: Table<'payment_requests'>
}

const status = sql<PaymentStatus>`payment_status_at(p.status, p.expires_at, v.recalled_at, now())`
/** How the payee of a request stands. */
const standing = sql`cross join lateral (select s.recalled_at, s.verified from payee_standings s
  where s.merchant_id = p.merchant_id and s.recipient_version_id = p.recipient_version_id limit 1) v`
const requests = sql`payment_requests p ${standing}`

const columns = sql`p.merchant_id, p.connection_id, p.payment_request_id, p.request_id, p.recipient_version_id, p.created_at, p.expires_at,
  ${status} as status, p.amount, p.idempotency_key, p.facts_digest, p.transaction_id, p.context_revision, p.display,
  p.metadata, p.terms,
  p.transaction_hash, p.device_signed, payment_reason_at(p.status, p.expires_at, v.recalled_at, p.reason) as reason,
  v.verified as payee_verified`

/** By the id on the wire, ours or the agent's own. */
export const findRequestOfConnection = async (
  tx: TenantTx,
  connection_id: Uuid,
  request_id: string,
): Promise<PaymentRequestRow | undefined> => {
  const uuid = uuidOf('pr', request_id)
  const by = uuid === NIL_UUID ? sql`p.request_id = ${request_id}` : sql`p.payment_request_id = ${uuid}`
  const { rows } = await sql<PaymentRequestRow>`select ${columns} from ${requests}
    where p.merchant_id = ${tx.merchant_id} and p.connection_id = ${connection_id} and ${by}`.execute(
    tx.tables<Tables>(),
  )
  return rows[0]
}

interface Pending {
  readonly connection_id: Uuid
  readonly payment_request_id: Uuid
  readonly reason: string
}

/** Of a connection that is held, with its event. */
export const failPending = async (tx: TenantTx, { connection_id, payment_request_id, reason }: Pending) => {
  const { merchant_id } = tx
  await tx
    .tables<Tables>()
    .updateTable('payment_requests')
    .set({ status: 'failed', reason, changed_at: sql<Date>`clock_timestamp()` })
    .where('merchant_id', '=', merchant_id)
    .where('connection_id', '=', connection_id)
    .where('payment_request_id', '=', payment_request_id)
    .execute()
  await sql`select append_payment_request_event(${merchant_id}, ${connection_id}, ${payment_request_id}, 'pending', 'failed',
    false)`.execute(tx.tables<Tables>())
}

/** By our id or the agent's own, of one connection or whichever has it: two may use one id. */
export const findOfMerchant = async (
  tx: TenantTx,
  { id, connection_id }: { id: { uuid: Uuid } | { named: string }; connection_id: Uuid | undefined },
): Promise<(PaymentRequestRow & { replay_count: number })[]> => {
  const by = 'uuid' in id ? sql`p.payment_request_id = ${id.uuid}` : sql`p.request_id = ${id.named}`
  const of = connection_id === undefined ? sql`` : sql`and p.connection_id = ${connection_id}`
  const { rows } = await sql<PaymentRequestRow & { replay_count: number }>`select ${columns}, p.replay_count
    from ${requests} where p.merchant_id = ${tx.merchant_id} and ${by} ${of} limit 2`.execute(tx.tables<Tables>())
  return rows
}

/** In their order. */
export const selectOf = async (
  tx: TenantTx,
  keys: readonly { connection_id: Uuid; payment_request_id: Uuid }[],
): Promise<PaymentRequestRow[]> => {
  const [connections, ids] = [keys.map((k) => k.connection_id), keys.map((k) => k.payment_request_id)]
  const { rows } = await sql<PaymentRequestRow>`select p.*
    from unnest(${connections}::uuid[], ${ids}::uuid[]) with ordinality k (connection_id, payment_request_id, place)
    cross join lateral (
      select ${columns} from ${requests} where p.merchant_id = ${tx.merchant_id}
        and p.connection_id = k.connection_id and p.payment_request_id = k.payment_request_id) p
    order by k.place`.execute(tx.tables<Tables>())
  return rows
}

interface Page {
  readonly before: Uuid | undefined
  readonly limit: number
}

/** Newest first, over all connections of the tenant. */
export const selectPaymentRequests = async (tx: TenantTx, page: Page): Promise<PaymentRequestRow[]> => {
  const { rows } = await sql<PaymentRequestRow>`select ${columns} from ${requests}
    where p.merchant_id = ${tx.merchant_id}
      ${page.before === undefined ? sql`` : sql`and p.payment_request_id < ${page.before}`}
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

/** Every request of that id, as the wire writes it, among these connections: two may use one id of the caller's. */
export const findAmong = async (
  tx: SystemTx,
  places: readonly Place[],
  request_id: string,
): Promise<PaymentRequestRow[]> => {
  const uuid = uuidOf('pr', request_id)
  const by = uuid === NIL_UUID ? sql`p.request_id = ${request_id}` : sql`p.payment_request_id = ${uuid}`
  const { rows } = await sql<PaymentRequestRow>`select ${columns} from ${among(places)}
    join payment_requests p on p.merchant_id = c.merchant_id and p.connection_id = c.connection_id and ${by}
    ${standing}`.execute(tx.tables<Tables>())
  return rows
}

// The statements that read by token: what they find, they find with all that is shown of it.

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
